import DataLoader from "dataloader";
import type { Locale } from "../../../contract/locales";
import { groupRows } from "../../platform/database/group-rows";
import { readRows } from "../../platform/database/read-rows";
import type { LoaderFactory } from "../../platform/database/loader";
import type { RequestContext } from "../../platform/graphql/context";
import {
  PROMPT_COLUMNS,
  promptIsGone,
  readableBy,
  shownLocale,
  type TextReader,
  visibleTo,
  type PromptRow,
  type TextHeadRow,
} from "./prompt.row";
import { type Prompt, toPrompt } from "./prompt.type";

interface PromptKey {
  id: number;
  /** The id of the member who asks; null for a visitor. */
  viewer: string | null;
}

/** Prompts by number: public ones, and the viewer's own; null for every other number. */
const promptLoader: LoaderFactory<PromptKey, Prompt | null> = (dataSource) =>
  new DataLoader(
    async (keys) => {
      const rows = await readRows<PromptRow & { place: string }>(
        dataSource,
        `select requested.place, ${PROMPT_COLUMNS}
         from unnest($1::int[], $2::bigint[]) with ordinality as requested (id, viewer, place)
         join prompt p on p.id = requested.id and ${visibleTo("requested.viewer")}`,
        [keys.map(({ id }) => id), keys.map(({ viewer }) => viewer)],
      );
      const prompts = new Map(rows.map((row) => [Number(row.place) - 1, toPrompt(row)]));
      return keys.map((_, index) => prompts.get(index) ?? null);
    },
    { cacheKeyFn: ({ id, viewer }) => `${String(id)} ${viewer ?? ""}` },
  );

/** The prompt with this number if the caller may see it, else null: whether there is one is told to nobody else. */
export function loadPrompt(context: RequestContext, id: number): Promise<Prompt | null> {
  const { actor } = context;
  return context.loader(promptLoader).load({ id, viewer: actor.kind === "visitor" ? null : actor.userId });
}

export interface PromptTextKey {
  promptId: number;
  requested: Locale;
  reader: TextReader;
}

/** The text of a prompt to show for a requested locale, without its body. NOT_FOUND where the reader may not see it any more. */
export const promptTextLoader: LoaderFactory<PromptTextKey, TextHeadRow> = (dataSource) =>
  new DataLoader(
    async (keys): Promise<(TextHeadRow | Error)[]> => {
      const rows = await readRows<TextHeadRow & { place: string }>(
        dataSource,
        `select requested.place, t.locale, t.title, t.remark
         from unnest($1::int[], $2::text[], $3::bigint[], $4::boolean[]) with ordinality as requested (id, locale, viewer, moderates, place)
         join prompt p on p.id = requested.id and ${readableBy("requested.viewer", "requested.moderates")}
         join prompt_text t on t.prompt_id = p.id and t.locale = ${shownLocale("requested.locale")}`,
        [
          keys.map((key) => key.promptId),
          keys.map((key) => key.requested),
          keys.map((key) => key.reader.id),
          keys.map((key) => key.reader.moderates),
        ],
      );
      const texts = new Map(rows.map(({ place, ...text }) => [Number(place) - 1, text]));
      return keys.map((_, index) => texts.get(index) ?? promptIsGone());
    },
    { cacheKeyFn: (key) => `${String(key.promptId)}:${key.requested}` },
  );

interface PromptTextsKey {
  promptId: number;
  locales: readonly Locale[];
  reader: TextReader;
}

/** Those texts of a prompt, without their bodies, that it has, in the order of the languages asked for. NOT_FOUND where the reader may not see it any more. */
export const promptTextsLoader: LoaderFactory<PromptTextsKey, TextHeadRow[]> = (dataSource) =>
  new DataLoader(
    async (keys): Promise<(TextHeadRow[] | Error)[]> => {
      const rows = await readRows<{ [Part in keyof TextHeadRow]: TextHeadRow[Part] | null } & { place: string }>(
        dataSource,
        `select requested.place, t.locale, t.title, t.remark
         from unnest($1::int[], $2::text[], $3::bigint[], $4::boolean[]) with ordinality as requested (id, locales, viewer, moderates, place)
         join prompt p on p.id = requested.id and ${readableBy("requested.viewer", "requested.moderates")}
         left join prompt_text t on t.prompt_id = p.id and t.locale = any(string_to_array(requested.locales, ','))`,
        [
          keys.map((key) => key.promptId),
          keys.map((key) => key.locales.join()),
          keys.map((key) => key.reader.id),
          keys.map((key) => key.reader.moderates),
        ],
      );
      const found = groupRows(rows, ({ place }) => Number(place) - 1);
      return keys.map((key, index) => {
        const texts = found.get(index);
        if (!texts) return promptIsGone();
        return key.locales.flatMap((code) => {
          const { title, remark } = texts.find(({ locale }) => locale === code) ?? {};
          return title == null ? [] : [{ locale: code, title, remark: remark ?? null }];
        });
      });
    },
    { cacheKeyFn: (key) => `${String(key.promptId)}:${key.locales.join()}` },
  );

interface NeighborKey {
  id: number;
  /** The member among whose own prompts the neighbours are; null for the public ones. */
  author: string | null;
}

/** The prompts with the next lower and the next higher number: public ones, or the author's own. */
const neighborLoader: LoaderFactory<NeighborKey, { previous: Prompt | null; next: Prompt | null }> = (dataSource) =>
  new DataLoader(
    async (keys) => {
      const rows = await readRows<PromptRow & { place: string }>(
        dataSource,
        `select source.place, ${PROMPT_COLUMNS}
         from unnest($1::int[], $2::bigint[]) with ordinality as source (id, author, place)
         cross join lateral (
           (select p.* from prompt p where source.author is null and p.listed and p.id < source.id order by p.id desc limit 1)
           union all
           (select p.* from prompt p where source.author is null and p.listed and p.id > source.id order by p.id limit 1)
           union all
           (select p.* from prompt p where p.author_id = source.author and p.deleted_at is null and p.id < source.id order by p.id desc limit 1)
           union all
           (select p.* from prompt p where p.author_id = source.author and p.deleted_at is null and p.id > source.id order by p.id limit 1)
         ) p`,
        [keys.map(({ id }) => id), keys.map(({ author }) => author)],
      );
      return keys.map(({ id: source }, index) => {
        const find = (match: (id: number) => boolean) => {
          const row = rows.find(({ place, id }) => Number(place) - 1 === index && match(id));
          return row ? toPrompt(row) : null;
        };
        return { previous: find((id) => id < source), next: find((id) => id > source) };
      });
    },
    { cacheKeyFn: ({ id, author }) => `${String(id)} ${author ?? ""}` },
  );

/** The neighbours of a prompt: of one that only its author sees, their own. */
export function loadNeighbors(context: RequestContext, { id, shared, hidden, authorId }: Prompt) {
  const { actor } = context;
  const isOwn = actor.kind !== "visitor" && actor.userId === authorId && (!shared || hidden);
  return context.loader(neighborLoader).load({ id: Number(id), author: isOwn ? actor.userId : null });
}
