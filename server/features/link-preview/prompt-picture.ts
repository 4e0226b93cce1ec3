import { createHash } from "node:crypto";
import type { DataSource } from "typeorm";
import { readRows } from "../../platform/database/read-rows";
import { DESIGN, drawPicture, type PictureWords } from "./picture";

/** A hash of all that a picture shows: of the same words there is the same picture. */
export function pictureVersion(words: PictureWords): string {
  return createHash("sha256")
    .update(JSON.stringify([DESIGN, words]))
    .digest("base64url")
    .slice(0, 27);
}

/** The picture of this version, unless it has yet to be drawn. */
export async function keptPicture(
  dataSource: DataSource,
  promptId: string,
  { locale }: PictureWords,
  version: string,
): Promise<Buffer | undefined> {
  const [row] = await readRows<{ jpeg: Buffer }>(
    dataSource,
    "select jpeg from prompt_picture where prompt_id = $1 and locale = $2 and version = $3",
    [promptId, locale, version],
  );
  return row?.jpeg;
}

/** Draws a picture and keeps it in place of an earlier one, unless the text is no more. */
export async function drawnPicture(
  dataSource: DataSource,
  promptId: string,
  words: PictureWords,
  version: string,
): Promise<Buffer> {
  const jpeg = await drawPicture(words);
  await dataSource.query(
    `insert into prompt_picture (prompt_id, locale, version, jpeg)
     select prompt_id, locale, $3, $4 from prompt_text where prompt_id = $1 and locale = $2 for key share
     on conflict (prompt_id, locale) do update set version = excluded.version, jpeg = excluded.jpeg`,
    [promptId, words.locale, version, jpeg],
  );
  return jpeg;
}
