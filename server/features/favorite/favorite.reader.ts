import DataLoader from "dataloader";
import type { DataSource } from "typeorm";
import type { LoaderFactory } from "../../platform/database/loader";
import { Parameters, readRows } from "../../platform/database/read-rows";
import { type Connection, readPage } from "../../platform/graphql/connection";
import { type CursorOrder, listDigest } from "../../platform/graphql/cursor";
import { keysetConditions, keysetOrder, pageWindow, type PageWindow } from "../../platform/graphql/page-window";
import { PROMPT_COLUMNS, type PromptRow, toPrompt, visibleTo } from "../prompt";
import { Favorite, FavoriteConnection, FavoriteOrderField, type FavoritesArgs } from "./favorite.type";

interface FavoriteRow extends PromptRow {
  favorite_position: string;
  favorite_created_at: Date;
}

const COLUMN = {
  [FavoriteOrderField.POSITION]: "f.position",
  [FavoriteOrderField.CREATED_AT]: "f.created_at",
} as const;

/** A page of the favourites that the member may still see. */
export function readFavoritePage(
  dataSource: DataSource,
  userId: string,
  { orderBy, ...page }: FavoritesArgs,
): Promise<Connection<Favorite>> {
  const sort = orderBy?.field ?? FavoriteOrderField.POSITION;
  const isByTime = sort === FavoriteOrderField.CREATED_AT;
  const order: CursorOrder = {
    list: listDigest("favorites", userId),
    sort,
    direction: orderBy?.direction ?? "ASC",
    key: isByTime ? "time" : "text",
  };
  return readPage(FavoriteConnection, pageWindow(page, order), {
    read: (window) => readFavorites(dataSource, userId, window, COLUMN[sort]),
    count: () => countFavorites(dataSource, userId, visibleTo("$1::bigint")),
    position: (row) => ({ key: isByTime ? row.favorite_created_at.getTime() : row.favorite_position, id: row.id }),
    node: (row) => Object.assign(new Favorite(), { prompt: toPrompt(row), createdAt: row.favorite_created_at }),
  });
}

/** How many favourites are of prompts that the member may not see at present. */
export function countHiddenFavorites(dataSource: DataSource, userId: string): Promise<number> {
  return countFavorites(dataSource, userId, `not ${visibleTo("$1::bigint")}`);
}

async function countFavorites(dataSource: DataSource, userId: string, condition: string): Promise<number> {
  const rows = await readRows<{ count: number }>(
    dataSource,
    `select count(*)::int as count from favorite f join prompt p on p.id = f.prompt_id where f.user_id = $1::bigint and ${condition}`,
    [userId],
  );
  return rows[0]?.count ?? 0;
}

function readFavorites(
  dataSource: DataSource,
  userId: string,
  window: PageWindow,
  column: string,
): Promise<FavoriteRow[]> {
  const { bind, values } = new Parameters();
  const user = `${bind(userId)}::bigint`;
  const conditions = [`f.user_id = ${user}`, ...keysetConditions(window, column, "f.prompt_id", bind)];
  return readRows<FavoriteRow>(
    dataSource,
    `select f.position as favorite_position, f.created_at as favorite_created_at, ${PROMPT_COLUMNS}
     from favorite f join prompt p on p.id = f.prompt_id and ${visibleTo(user)}
     where ${conditions.join(" and ")} order by ${keysetOrder(window, column, "f.prompt_id")} limit ${bind(window.limit)}`,
    values,
  );
}

interface FavoriteKey {
  userId: string;
  promptId: number;
}

/** Whether a member keeps a prompt. */
export const hasFavoritedLoader: LoaderFactory<FavoriteKey, boolean> = (dataSource) =>
  new DataLoader(
    async (keys) => {
      const rows = await readRows<{ place: string }>(
        dataSource,
        `select place from unnest($1::bigint[], $2::int[]) with ordinality as requested (user_id, prompt_id, place)
         join favorite using (user_id, prompt_id)`,
        [keys.map(({ userId }) => userId), keys.map(({ promptId }) => promptId)],
      );
      const found = new Set(rows.map(({ place }) => Number(place) - 1));
      return keys.map((_, index) => found.has(index));
    },
    { cacheKeyFn: ({ userId, promptId }) => `${userId} ${String(promptId)}` },
  );
