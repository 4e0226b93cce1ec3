import { join } from "node:path";
import type { OverlayOptions, default as SharpModule } from "sharp";
import { PREVIEW_PICTURE } from "../../../contract/link-preview";
import { type Locale, localeInfo } from "../../../contract/locales";
import { PRODUCT_NAME } from "../../../contract/product";
import { promptSegments } from "../../../contract/prompt-markup";
import { projectRoot } from "../../platform/config/project-root";
import { escapeXml } from "../../platform/markdown/escape-xml";

/** The words of a picture. */
export interface PictureWords {
  /** Of the text. */
  locale: Locale;
  title: string;
  /** The beginning of the text, with the markup of its blanks. */
  excerpt: string;
  /** Null in the library. */
  author: string | null;
  /** Labels. */
  tags: readonly string[];
}

/** To be changed when pictures are to look different: those that are kept are then drawn again. */
export const DESIGN = 1;

type Sharp = typeof SharpModule;

interface Drawn {
  input: Buffer;
  width: number;
  height: number;
}

interface Style {
  size: number;
  color: string;
  weight?: "Regular" | "Bold";
  width: number;
}

const { width: WIDTH, height: HEIGHT } = PREVIEW_PICTURE;
const MARGIN = 72;
const INNER = WIDTH - 2 * MARGIN;
const ICON = 52;
/** The middle of the line with the product's name. */
const FOOT = HEIGHT - 68;
/** The text ends above that line. */
const TEXT_END = HEIGHT - 124;
/** The first in which the title takes at most so many lines; what is longer is cut off. */
const TITLE_SIZES = [68, 56, 46];
const TITLE_LINES = 3;
const LINE_HEIGHT = 1.45;
const MAX_TAGS = 3;
const NOTHING: Drawn = { input: Buffer.alloc(0), width: 0, height: 0 };

/** Of the dark theme. */
const COLORS = { background: "#0c1211", text: "#e6ecea", muted: "#9db0aa", accent: "#7cc9b2", blank: "#1d2f2a" };

/** Of characters that look different by language. */
const FAMILIES: Partial<Record<Locale, string>> = { zh: "Noto Sans Hans", ja: "Noto Sans JP", ko: "Noto Sans KR" };

let loaded: Promise<Sharp> | undefined;

/** Loaded with the first picture: few processes draw any. */
function sharp(): Promise<Sharp> {
  return (loaded ??= loadSharp());
}

async function loadSharp(): Promise<Sharp> {
  // Read once, when the library begins to draw text.
  process.env["FONTCONFIG_FILE"] = join(projectRoot(), "server/features/link-preview/fonts.conf");
  process.env["PANGOCAIRO_BACKEND"] = "fontconfig";
  const { default: library } = await import("sharp");
  // Each picture is of other words, and the site goes on beside it.
  library.cache(false);
  library.concurrency(1);
  return library;
}

/** Draws the picture of a prompt, as JPEG. Takes 100 to 300 ms of a core, in a thread of the library's. */
export async function drawPicture({ locale, title, excerpt, author, tags }: PictureWords): Promise<Buffer> {
  const isRtl = localeInfo(locale).dir === "rtl";
  const left = (start: number, width: number) => (isRtl ? WIDTH - start - width : start);
  const place = (drawn: Drawn, start: number, top: number): OverlayOptions[] =>
    drawn.width === 0 ? [] : [{ input: drawn.input, left: left(start, drawn.width), top }];
  const placeInFoot = (drawn: Drawn, start: number) => place(drawn, start, Math.round(FOOT - drawn.height / 2));

  const heading = await drawTitle(title, locale);
  const textTop = MARGIN + heading.height + 40;
  const text = await drawText(textMarkup(excerpt, locale), locale, { size: 30, color: COLORS.muted, width: INNER });
  const name = await drawText(lineMarkup(nameMarkup(author), locale), locale, {
    size: 30,
    color: COLORS.muted,
    width: 520,
  });
  const labels = lineMarkup(escapeXml(tags.slice(0, MAX_TAGS).join("  ·  ")), locale);
  const tagged = await drawText(labels, locale, { size: 26, color: COLORS.muted, width: 440 });
  const draw = await sharp();
  return draw(backgroundImage(isRtl))
    .composite([
      ...place(heading, MARGIN, MARGIN),
      ...place(await fadeOut(text, TEXT_END - textTop), MARGIN, textTop),
      ...place(await drawIcon(), MARGIN, FOOT - ICON / 2),
      ...placeInFoot(name, MARGIN + ICON + 18),
      ...placeInFoot(tagged, WIDTH - MARGIN - tagged.width),
    ])
    .jpeg({ quality: 80, mozjpeg: true, chromaSubsampling: "4:4:4" })
    .toBuffer();
}

async function drawTitle(title: string, locale: Locale): Promise<Drawn> {
  const markup = lineMarkup(escapeXml(title), locale);
  let drawn = NOTHING;
  for (const size of TITLE_SIZES) {
    const height = TITLE_LINES * size * LINE_HEIGHT;
    drawn = await drawText(markup, locale, { size, color: COLORS.text, weight: "Bold", width: INNER });
    if (drawn.height <= height) return drawn;
    drawn = await cut(drawn, drawn.width, Math.round(height));
  }
  return drawn;
}

/** @param markup of Pango. Nothing, if there is nothing in it that can be seen */
export async function drawText(
  markup: string,
  locale: Locale,
  { size, color, weight = "Regular", width }: Style,
): Promise<Drawn> {
  const draw = await sharp();
  const families = [FAMILIES[locale], "Noto Sans"].filter((family) => family !== undefined);
  const text = `<span lang="${locale}" foreground="${color}">${markup}</span>`;
  const font = `${families.join(",")} ${weight} ${String(size)}`;
  const spacing = Math.round(size / 10);
  try {
    const { data, info } = await draw({ text: { text, font, width, spacing, rgba: true, dpi: 72, wrap: "word-char" } })
      .png({ compressionLevel: 1 })
      .toBuffer({ resolveWithObject: true });
    // Letters with many marks cannot be broken into lines.
    return await cut({ input: data, width: info.width, height: info.height }, width, info.height);
  } catch (error) {
    if (error instanceof Error && error.message.includes("no text to render")) return NOTHING;
    throw error;
  }
}

/** The blanks in colour, as on the site. */
function textMarkup(excerpt: string, locale: Locale): string {
  const markup = promptSegments(excerpt)
    .map((segment) => {
      if (segment.kind === "text") return escapeXml(segment.text);
      const { label, default: value } = segment.variable;
      return `<span foreground="${COLORS.accent}" background="${COLORS.blank}">\u00a0${escapeXml(value ?? label)}\u00a0</span>`;
    })
    .join("");
  return markup
    .split(/\n+/)
    .map((line) => lineMarkup(line, locale))
    .join("\n");
}

/** A line in the direction of its language, whatever it begins with. */
function lineMarkup(line: string, locale: Locale): string {
  return `${localeInfo(locale).dir === "rtl" ? "\u200f" : "\u200e"}${line}`;
}

function nameMarkup(author: string | null): string {
  const name = `<span foreground="${COLORS.text}" weight="bold">${PRODUCT_NAME}</span>`;
  return author === null ? name : `${name}  ·  ${escapeXml(author)}`;
}

async function cut(drawn: Drawn, maxWidth: number, maxHeight: number): Promise<Drawn> {
  if (drawn.width <= maxWidth && drawn.height <= maxHeight) return drawn;
  const draw = await sharp();
  const [width, height] = [Math.min(drawn.width, maxWidth), Math.min(drawn.height, maxHeight)];
  return { input: await draw(drawn.input).extract({ left: 0, top: 0, width, height }).toBuffer(), width, height };
}

/** Cuts a text that is higher, and lets its end fade, so that it reads as a beginning. */
async function fadeOut(text: Drawn, height: number): Promise<Drawn> {
  if (text.height <= height) return text;
  const draw = await sharp();
  const part = await cut(text, text.width, height);
  const fade = `<linearGradient id="fade" x2="0" y2="1"><stop offset=".4" stop-color="#fff"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></linearGradient>`;
  const mask = svg(part.width, height, `<defs>${fade}</defs><rect width="100%" height="100%" fill="url(#fade)"/>`);
  const faded = draw(part.input).composite([{ input: mask, blend: "dest-in" }]);
  return { ...part, input: await faded.png({ compressionLevel: 1 }).toBuffer() };
}

async function drawIcon(): Promise<Drawn> {
  const draw = await sharp();
  const input = await draw(join(projectRoot(), "client/icons/icon-192.png")).resize(ICON, ICON).toBuffer();
  return { input, width: ICON, height: ICON };
}

/** The lamp that lights the pages of the site, at the end of the first line. */
function backgroundImage(isRtl: boolean): Buffer {
  const light = `<stop stop-color="${COLORS.accent}" stop-opacity=".26"/><stop offset="1" stop-color="${COLORS.accent}" stop-opacity="0"/>`;
  const lamp = `<radialGradient id="lamp" cx="${isRtl ? "5%" : "95%"}" cy="0" r=".9">${light}</radialGradient>`;
  const area = (fill: string) => `<rect width="100%" height="100%" fill="${fill}"/>`;
  return svg(WIDTH, HEIGHT, `<defs>${lamp}</defs>${area(COLORS.background)}${area("url(#lamp)")}`);
}

function svg(width: number, height: number, content: string): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${String(width)}" height="${String(height)}">${content}</svg>`,
  );
}
