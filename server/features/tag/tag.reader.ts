import type { DataSource } from "typeorm";
import { Parameters, readRows } from "../../platform/database/read-rows";
import { readPage, type Connection } from "../../platform/graphql/connection";
import { type CursorOrder, listDigest } from "../../platform/graphql/cursor";
import { keysetConditions, keysetOrder, pageWindow, type PageWindow } from "../../platform/graphql/page-window";
import { TagOrderField, type TagsArgs } from "./tag.input";
import { tagStore, type StoredTag } from "./tag.store";
import { Tag, TagConnection } from "./tag.type";

interface TagRow {
  id: number;
  slug: string;
  prompt_count: number;
}

const COLUMN = { [TagOrderField.SLUG]: "slug", [TagOrderField.PROMPT_COUNT]: "prompt_count" } as const;

export async function readTagPage(dataSource: DataSource, args: TagsArgs): Promise<Connection<Tag>> {
  const field = args.orderBy?.field ?? TagOrderField.SLUG;
  const order: CursorOrder = {
    list: listDigest("tags"),
    sort: field,
    direction: args.orderBy?.direction ?? "ASC",
    key: field === TagOrderField.SLUG ? "text" : "integer",
  };
  const column = COLUMN[field];
  const tags = await tagStore(dataSource);
  return readPage(TagConnection, pageWindow(args, order), {
    read: (window) => readTagRows(dataSource, window, column),
    count: async () =>
      (await readRows<{ count: number }>(dataSource, `select count(*)::int as count from tag`))[0]?.count ?? 0,
    position: (row) => ({ key: row[column], id: row.id }),
    node: (row) => new Tag(tags.byId(row.id) ?? untranslated(row), row.prompt_count),
  });
}

function readTagRows(dataSource: DataSource, window: PageWindow, column: "slug" | "prompt_count"): Promise<TagRow[]> {
  const parameters = new Parameters();
  const conditions = keysetConditions(window, column, "id", parameters.bind);
  return readRows<TagRow>(
    dataSource,
    `select id, slug, prompt_count from tag ${conditions.length > 0 ? `where ${conditions.join(" and ")}` : ""}
     order by ${keysetOrder(window, column, "id")} limit ${String(window.limit)}`,
    parameters.values,
  );
}

/** A tag that another process has just added. */
function untranslated(row: TagRow): StoredTag {
  return { id: row.id, slug: row.slug, libraryCount: 0, texts: new Map() };
}
