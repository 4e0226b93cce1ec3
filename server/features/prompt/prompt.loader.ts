import DataLoader from "dataloader";
import type { Locale } from "../../../contract/locales";
import { readRows } from "../../platform/database/read-rows";
import type { LoaderFactory } from "../../platform/database/loader";
import { PROMPT_COLUMNS, shownLocale, type PromptRow, type PromptTextRow } from "./prompt.row";
import { type Prompt, toPrompt } from "./prompt.type";

/** Public prompts by number; null for every other number. */
export const promptLoader: LoaderFactory<number, Prompt | null> = (dataSource) =>
  new DataLoader(async (ids) => {
    const rows = await readRows<PromptRow>(
      dataSource,
      `select ${PROMPT_COLUMNS} from prompt p where p.id = any($1::int[]) and p.listed`,
      [ids],
    );
    const prompts = new Map(rows.map((row) => [row.id, toPrompt(row)]));
    return ids.map((id) => prompts.get(id) ?? null);
  });

export interface PromptTextKey {
  promptId: number;
  requested: Locale;
}

/** The text of a prompt to show for a requested locale. */
export const promptTextLoader: LoaderFactory<PromptTextKey, PromptTextRow> = (dataSource) =>
  new DataLoader(
    async (keys) => {
      const rows = await readRows<PromptTextRow & { place: string }>(
        dataSource,
        `select requested.place, t.locale, t.title, t.remark, t.notes, t.content
         from unnest($1::int[], $2::text[]) with ordinality as requested (id, locale, place)
         join prompt p on p.id = requested.id
         join prompt_text t on t.prompt_id = p.id and t.locale = ${shownLocale("requested.locale")}`,
        [keys.map((key) => key.promptId), keys.map((key) => key.requested)],
      );
      const texts = new Map(rows.map(({ place, ...text }) => [Number(place) - 1, text]));
      return keys.map((key, index) => texts.get(index) ?? new Error(`Prompt ${String(key.promptId)} has no text.`));
    },
    { cacheKeyFn: (key) => `${String(key.promptId)}:${key.requested}` },
  );

/** The public prompts with the next lower and the next higher number. */
export const neighborLoader: LoaderFactory<number, { previous: Prompt | null; next: Prompt | null }> = (dataSource) =>
  new DataLoader(async (ids) => {
    const rows = await readRows<PromptRow & { source_id: number }>(
      dataSource,
      `select source.id as source_id, ${PROMPT_COLUMNS}
       from unnest($1::int[]) source (id)
       cross join lateral (
         (select p.* from prompt p where p.listed and p.id < source.id order by p.id desc limit 1)
         union all
         (select p.* from prompt p where p.listed and p.id > source.id order by p.id limit 1)
       ) p`,
      [ids],
    );
    const find = (id: number, match: (row: PromptRow) => boolean) => {
      const row = rows.find((candidate) => candidate.source_id === id && match(candidate));
      return row ? toPrompt(row) : null;
    };
    return ids.map((id) => ({ previous: find(id, (row) => row.id < id), next: find(id, (row) => row.id > id) }));
  });
