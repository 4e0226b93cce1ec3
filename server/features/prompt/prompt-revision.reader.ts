import DataLoader from "dataloader";
import type { DataSource } from "typeorm";
import type { Locale } from "../../../contract/locales";
import type { LoaderFactory } from "../../platform/database/loader";
import { groupRows } from "../../platform/database/group-rows";
import { Parameters, readRows } from "../../platform/database/read-rows";
import { type Connection, readPage } from "../../platform/graphql/connection";
import { listDigest } from "../../platform/graphql/cursor";
import {
  keysetConditions,
  keysetOrder,
  pageWindow,
  type PageWindow,
  windowKey,
} from "../../platform/graphql/page-window";
import type { PageArgs } from "../../platform/graphql/page.args";
import { Tag, tagStore } from "../tag";
import type { PromptPart } from "./prompt-revision.entity";
import { PromptRevision, PromptRevisionConnection } from "./prompt-revision.type";
import type { TextHeadRow } from "./prompt.row";

interface RevisionRow {
  number: number;
  source_locale: Locale;
  languages: Locale[];
  tag_ids: number[];
  created_at: Date;
  changes: PromptPart[] | null;
}

/** Batch the histories of all prompts of a request into one statement each. */
interface RevisionLoaders {
  pages: DataLoader<RevisionPageKey, RevisionRow[], unknown>;
  counts: DataLoader<number, number, unknown>;
}

/** The former versions of a prompt, the newest first. */
export async function readRevisions(
  dataSource: DataSource,
  { pages, counts }: RevisionLoaders,
  promptId: number,
  args: PageArgs,
): Promise<Connection<PromptRevision>> {
  const store = await tagStore(dataSource);
  const order = { list: listDigest("history", promptId), sort: "NUMBER", direction: "DESC", key: "integer" } as const;
  return readPage(PromptRevisionConnection, pageWindow(args, order), {
    read: (window) => pages.load({ promptId, window }),
    count: () => counts.load(promptId),
    position: ({ number }) => ({ key: number, id: number }),
    node: ({ number, source_locale: sourceLocale, languages, tag_ids, created_at: createdAt, changes }) =>
      Object.assign(new PromptRevision(), {
        promptId,
        number,
        createdAt,
        sourceLocale,
        locales: languages,
        changes: changes ?? [],
        tags: tag_ids.flatMap((id) => store.byId(id) ?? []).map((tag) => new Tag(tag)),
      }),
  });
}

interface RevisionPageKey {
  promptId: number;
  window: PageWindow;
}

export const revisionPageLoader: LoaderFactory<RevisionPageKey, RevisionRow[]> = (dataSource) =>
  new DataLoader(
    async (keys: readonly RevisionPageKey[]) => {
      const found = new Map<RevisionPageKey, RevisionRow[]>();
      for (const group of groupRows(keys, ({ window }) => windowKey(window)).values()) {
        const { window } = group[0] as RevisionPageKey;
        const { bind, values } = new Parameters();
        const ids = bind(group.map(({ promptId }) => promptId));
        const where = ["prompt_id = requested.id", ...keysetConditions(window, "number", "number", bind)];
        const rows = await readRows<RevisionRow & { prompt_id: number }>(
          dataSource,
          `select v.* from unnest(${ids}::int[]) requested (id) cross join lateral (
             select prompt_id, number, source_locale, languages, tag_ids, created_at,
               (select before.replaced_parts from prompt_revision before
                where before.prompt_id = requested.id and before.number = version.number - 1) as changes
             from prompt_revision version where ${where.join(" and ")} order by ${keysetOrder(window, "number", "number")} limit ${bind(window.limit)}
           ) v order by ${keysetOrder(window, "number", "number")}`,
          values,
        );
        const byPrompt = groupRows(rows, (row) => row.prompt_id);
        for (const key of group) found.set(key, byPrompt.get(key.promptId) ?? []);
      }
      return keys.map((key) => found.get(key) ?? []);
    },
    { cacheKeyFn: (key) => JSON.stringify(key) },
  );

export const revisionCountLoader: LoaderFactory<number, number> = (dataSource) =>
  new DataLoader(async (ids) => {
    const rows = await readRows<{ prompt_id: number; count: number }>(
      dataSource,
      "select prompt_id, count(*)::int as count from prompt_revision where prompt_id = any($1::int[]) group by prompt_id",
      [ids],
    );
    const counts = new Map(rows.map(({ prompt_id, count }) => [prompt_id, count]));
    return ids.map((id) => counts.get(id) ?? 0);
  });

interface RevisionTextKey {
  promptId: number;
  number: number;
  /** One that the version has. */
  locale: Locale;
}

interface RevisionTextRow extends TextHeadRow {
  /** The number of the row that it is stored in; null where it is still the current text. */
  stored_number: number | null;
}

/** The texts of former versions, without their bodies. */
export const revisionTextLoader: LoaderFactory<RevisionTextKey, RevisionTextRow> = (dataSource) =>
  new DataLoader(
    async (keys) => {
      const rows = await readRows<RevisionTextRow & { place: string }>(
        dataSource,
        `select requested.place, t.stored_number, t.locale, t.title, t.remark
         from unnest($1::int[], $2::int[], $3::text[]) with ordinality as requested (id, number, locale, place)
         cross join lateral (${revisionText("requested.id", "requested.number", "requested.locale")}) t`,
        [keys.map(({ promptId }) => promptId), keys.map(({ number }) => number), keys.map(({ locale }) => locale)],
      );
      const texts = new Map(rows.map(({ place, ...text }) => [Number(place) - 1, text]));
      return keys.map((key, index) => texts.get(index) ?? new Error(`Version ${String(key.number)} has no such text.`));
    },
    { cacheKeyFn: ({ promptId, number, locale }) => `${String(promptId)} ${String(number)} ${locale}` },
  );

/** SQL for the text that a version of a prompt has in a locale. */
export function revisionText(promptId: string, number: string, locale: string): string {
  return `select number as stored_number, locale, title, content, remark, notes from (
      (select r.number, r.locale, r.title, r.content, r.remark, r.notes from prompt_revision_text r
       where r.prompt_id = ${promptId} and r.locale = ${locale} and r.number >= ${number} order by r.number limit 1)
      union all
      select null, c.locale, c.title, c.content, c.remark, c.notes from prompt_text c
      where c.prompt_id = ${promptId} and c.locale = ${locale}
    ) former order by number nulls last limit 1`;
}
