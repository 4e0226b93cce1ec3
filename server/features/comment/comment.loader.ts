import DataLoader from "dataloader";
import type { LoaderFactory } from "../../platform/database/loader";
import { readRows } from "../../platform/database/read-rows";
import type { RequestContext } from "../../platform/graphql/context";
import { textReader, type TextReader } from "../prompt";
import { columnsFor, type CommentRow, isPlaceVisible, toComment } from "./comment.reader";
import type { Comment } from "./comment.type";

interface CommentKey {
  id: string;
  reader: TextReader;
}

/** Comments by id that have a place on a page that the reader may see; also the reader's own hidden ones. */
const commentLoader: LoaderFactory<CommentKey, Comment | null> = (dataSource) =>
  new DataLoader(
    async (keys) => {
      const rows = await readRows<CommentRow & { place: string }>(
        dataSource,
        `select requested.place, ${columnsFor("requested.viewer", "requested.moderates")}
         from unnest($1::bigint[], $2::bigint[], $3::boolean[]) with ordinality as requested (id, viewer, moderates, place)
         join comment c on c.id = requested.id and ${isPlaceVisible("c.prompt_id", "requested.viewer", "requested.moderates")}
           and (c.shown or c.deleted_at is null and (requested.moderates or c.author_id = requested.viewer and not c.withdrawn))`,
        [keys.map(({ id }) => id), keys.map(({ reader }) => reader.id), keys.map(({ reader }) => reader.moderates)],
      );
      const comments = new Map(rows.map((row) => [Number(row.place) - 1, toComment(row)]));
      return keys.map((_, index) => comments.get(index) ?? null);
    },
    { cacheKeyFn: ({ id, reader }) => `${id} ${reader.id ?? ""}` },
  );

/** The comment with this id if the caller may see it, else null. */
export async function loadComment(context: RequestContext, id: string): Promise<Comment | null> {
  const known = parseCommentId(id);
  return known === undefined
    ? null
    : context.loader(commentLoader).load({ id: known, reader: textReader(context.actor) });
}

/** @returns undefined for what cannot be the id of a comment: paths have twelve digits */
export function parseCommentId(id: string): string | undefined {
  return /^[1-9]\d{0,11}$/.test(id) ? id : undefined;
}
