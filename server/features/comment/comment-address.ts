import type { DataSource } from "typeorm";
import { splitLocalePath } from "../../../contract/locales";
import { PAGES, PROMPT_NUMBER } from "../../../contract/pages";
import { readRows } from "../../platform/database/read-rows";

const PROMPT = new RegExp(`^${PAGES.prompt.path.replace(":number", "([^/]+)")}$`);

/**
 * Where a page that begins with a comment is: without the parameter, if there never was such a comment on it, or it is gone. Any number
 * would make a page of its own otherwise.
 * @param address canonical, as for the page cache
 */
export async function settleCommentAddress(dataSource: DataSource, address: string): Promise<string> {
  const [, page = "", id] = /^([^?]*)\?comment=(\d+)$/.exec(address) ?? [];
  if (id === undefined) return address;
  const { path } = splitLocalePath(page);
  const [, number = ""] = PROMPT.exec(path) ?? [];
  const promptId = PROMPT_NUMBER.test(number) ? Number(number) : null;
  // Of a prompt that not everybody sees, nothing is told.
  const [row] = await readRows<{ is_public: boolean; is_there: boolean }>(
    dataSource,
    `select $2::int is null or exists (select 1 from prompt where id = $2::int and listed) as is_public, exists (
       select 1 from comment where id = $1 and prompt_id is not distinct from $2::int and (shown or deleted_at is null)) as is_there`,
    [id, promptId],
  );
  return row?.is_public && !row.is_there ? page : address;
}
