import DataLoader from "dataloader";
import type { LoaderFactory } from "../../platform/database/loader";
import { readRows } from "../../platform/database/read-rows";
import type { RequestContext } from "../../platform/graphql/context";
import { tooMuchTextError } from "../../platform/graphql/read-budget";
import { textReader, type TextReader } from "../prompt";
import { asWritten, SAFE_SINCE } from "./comment.html";
import { isPlaceVisible, isReadable } from "./comment.reader";
import type { Comment } from "./comment.type";

/** What is long of a comment. */
type Part = "body" | "html";

interface RequestedText {
  id: string;
  part: Part;
  reader: TextReader;
}

interface TextRow {
  place: string;
  bytes: number;
  fits: boolean;
  body: string | null;
  html: string[] | null;
  html_version: number;
}

/**
 * The texts of comments, each read once a request, until the read budget is used up: lists read none of them. What the reader may not
 * read, or is gone by now, is empty. HTML comes as JSON, whose parser is many times faster than that of arrays.
 */
const textLoader: LoaderFactory<RequestedText, readonly string[]> = (dataSource, budget) => {
  const readTexts = async (
    keys: readonly RequestedText[],
    left: number,
  ): Promise<{ result: (readonly string[] | Error)[]; bytes: number }> => {
    const rows = await readRows<TextRow>(
      dataSource,
      `select place, bytes, bytes <= $4 as fits, html_version, case when bytes <= $4 then body end as body, case when bytes <= $4 then to_json(html) end as html
       from (
         select requested.place, t.*, sum(coalesce(octet_length(t.body), 0) + coalesce(octet_length(array_to_string(t.html, '')), 0))
           over (order by requested.place)::int as bytes
         from unnest($1::bigint[], $2::bigint[], $3::boolean[], $5::boolean[])
           with ordinality as requested (id, viewer, moderates, is_html, place)
         join comment c on c.id = requested.id and ${isReadable("requested.viewer", "requested.moderates")}
           and ${isPlaceVisible("c.prompt_id", "requested.viewer", "requested.moderates")}
         cross join lateral (
           select c.html_version, case when not requested.is_html or c.html_version < $6 then c.body end as body,
             case when requested.is_html and c.html_version >= $6 then c.html end as html
         ) t
       ) text`,
      [
        keys.map(({ id }) => id),
        keys.map(({ reader }) => reader.id),
        keys.map(({ reader }) => reader.moderates),
        left,
        keys.map(({ part }) => part === "html"),
        SAFE_SINCE,
      ],
    );
    const texts = new Map(rows.map((row) => [Number(row.place) - 1, row]));
    return {
      result: keys.map(({ part }, index) => {
        const row = texts.get(index);
        if (!row) return [];
        if (!row.fits) return tooMuchTextError();
        if (part === "body") return [row.body ?? ""];
        return row.html ?? asWritten(row.body ?? "");
      }),
      bytes: Math.max(0, ...rows.map(({ bytes, fits }) => (fits ? bytes : 0))),
    };
  };
  return new DataLoader((keys: readonly RequestedText[]) => budget.spend((left) => readTexts(keys, left)), {
    cacheKeyFn: ({ id, part, reader }) => `${part} ${id} ${reader.id ?? ""}`,
  });
};

/** The Markdown of a comment; empty for whoever may not read it. */
export async function loadBody(context: RequestContext, comment: Comment): Promise<string> {
  return (await load(context, comment, "body")).join("");
}

/** The HTML of a comment, as in `CommentEntity.html`; empty for whoever may not read it. */
export function loadHtml(context: RequestContext, comment: Comment): Promise<readonly string[]> {
  return load(context, comment, "html");
}

function load(context: RequestContext, { id, readable }: Comment, part: Part): Promise<readonly string[]> {
  if (!readable) return Promise.resolve([]);
  return context.loader(textLoader).load({ id, part, reader: textReader(context.actor) });
}
