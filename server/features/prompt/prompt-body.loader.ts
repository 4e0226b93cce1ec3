import DataLoader from "dataloader";
import type { Locale } from "../../../contract/locales";
import type { LoaderFactory } from "../../platform/database/loader";
import { readRows } from "../../platform/database/read-rows";
import type { RequestContext } from "../../platform/graphql/context";
import { tooMuchTextError } from "../../platform/graphql/read-budget";
import {
  promptIsGone,
  readableBy,
  textReader,
  type TextBodyRow,
  type TextHeadRow,
  type TextReader,
} from "./prompt.row";
import { textId } from "./prompt-id";
import { PromptText } from "./prompt.type";

/** A stored text. Many versions of a prompt may have the same one. */
export interface StoredText {
  promptId: number;
  locale: Locale;
  /** The number of its row in `prompt_revision_text`; null for the current text. */
  revision: number | null;
}

/** @param version the number of the former version whose text it is; null for the current one */
export function promptText(
  context: RequestContext,
  head: TextHeadRow,
  stored: StoredText,
  version: number | null = null,
): PromptText {
  return new PromptText(
    textId(stored.promptId, head.locale, version),
    head,
    keyOf(stored),
    () => context.loader(bodyLoader).load({ ...stored, reader: textReader(context.actor) }),
    (length) => {
      context.consumeTextBudget(length);
    },
  );
}

interface RequestedText extends StoredText {
  reader: TextReader;
}

/**
 * The long parts of texts, each read once a request, until the read budget is used up. `octet_length` knows the length of a
 * long text without reading it.
 */
const bodyLoader: LoaderFactory<RequestedText, TextBodyRow> = (dataSource, budget) => {
  const readBodies = async (
    keys: readonly RequestedText[],
    left: number,
  ): Promise<{ result: (TextBodyRow | Error)[]; bytes: number }> => {
    const rows = await readRows<TextBodyRow & { place: string; bytes: number; fits: boolean }>(
      dataSource,
      `select place, bytes, bytes <= $4 as fits, case when bytes <= $4 then content end as content, case when bytes <= $4 then notes end as notes
       from (
         select requested.place, t.content, t.notes,
           sum(octet_length(t.content) + coalesce(octet_length(t.notes), 0)) over (order by requested.place)::int as bytes
         from unnest($1::int[], $2::text[], $3::int[], $5::bigint[], $6::boolean[])
           with ordinality as requested (id, locale, revision, viewer, moderates, place)
         join prompt p on p.id = requested.id and ${readableBy("requested.viewer", "requested.moderates")}
         cross join lateral (
           select c.content, c.notes from prompt_text c
           where requested.revision is null and c.prompt_id = requested.id and c.locale = requested.locale
           union all
           select r.content, r.notes from prompt_revision_text r
           where r.prompt_id = requested.id and r.locale = requested.locale and r.number = requested.revision
         ) t
       ) text`,
      [
        keys.map(({ promptId }) => promptId),
        keys.map(({ locale }) => locale),
        keys.map(({ revision }) => revision),
        left,
        keys.map(({ reader }) => reader.id),
        keys.map(({ reader }) => reader.moderates),
      ],
    );
    const bodies = new Map(
      rows.map(({ place, fits, content, notes }) => [
        Number(place) - 1,
        fits ? { content, notes } : tooMuchTextError(),
      ]),
    );
    return {
      result: keys.map((_, index) => bodies.get(index) ?? promptIsGone()),
      bytes: Math.max(0, ...rows.map(({ bytes, fits }) => (fits ? bytes : 0))),
    };
  };
  return new DataLoader((keys: readonly RequestedText[]) => budget.spend((left) => readBodies(keys, left)), {
    cacheKeyFn: keyOf,
  });
};

function keyOf({ promptId, locale, revision }: StoredText): string {
  return `${String(promptId)} ${locale} ${String(revision)}`;
}
