import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { parse } from "graphql";
import type { DataSource } from "typeorm";
import { OEMBED_PATH, picturePath, PREVIEW_PICTURE } from "../../../contract/link-preview";
import { LOCALE_CODES, type Locale, localePath } from "../../../contract/locales";
import type { LinkPreviewQuery } from "../../gql/graphql";
import { DomainError } from "../../platform/domain/domain-error";
import { visitorQueue } from "../../platform/graphql/graphql.route";
import type { InProcessResult, Operation } from "../../platform/graphql/in-process";
import { splitQuery } from "../../platform/http/addresses";
import { answerOtherMethods } from "../../platform/http/api-addresses";
import { BoundedQueue } from "../../platform/http/bounded-queue";
import { isFresh } from "../../platform/http/rendered-page";
import { PAGE_POINTS, type WorkBudget } from "../../platform/http/work-budget";
import { apiLocale, siteLocale } from "../agents";
import { oembedRequest, oembedResponse } from "./oembed";
import type { PictureWords } from "./picture";
import { PREVIEW } from "./preview.operations";
import { drawnPicture, keptPicture, pictureVersion } from "./prompt-picture";

export interface LinkPreviewOptions {
  dataSource: DataSource;
  /** The site's address with its base path, without a trailing slash. */
  siteUrl: string;
  basePath: string;
  workBudget: WorkBudget;
  /** Runs an operation as a visitor. */
  execute(operation: Operation): Promise<InProcessResult>;
}

/** Of the work budget, for reading the words of a preview. */
const READ_POINTS = 100;

const OPERATION = parse(PREVIEW.toString());

/** One picture at a time takes at most one core from the site. */
export const drawingQueue = new BoundedQueue(1, 20);

/** How other sites show a link to a public prompt: its picture, and its oEmbed response. */
export function linkPreviewRoutes(app: FastifyInstance, options: LinkPreviewOptions): void {
  for (const locale of LOCALE_CODES)
    app.get<{ Params: { number: string } }>(
      localePath(locale, "/prompt/:number(^[1-9]\\d{0,8}).jpg"),
      { compress: false },
      (request, reply) => servePicture(request, reply, { locale, number: request.params.number }, options),
    );
  app.get(OEMBED_PATH, (request, reply) => serveOembed(request, reply, options));
  answerOtherMethods(app, OEMBED_PATH, ["GET", "HEAD"]);
}

interface Wanted {
  locale: Locale;
  number: string;
}

async function servePicture(
  request: FastifyRequest,
  reply: FastifyReply,
  wanted: Wanted,
  options: LinkPreviewOptions,
): Promise<FastifyReply> {
  const { siteUrl, basePath } = options;
  // The router compares decoded paths: another spelling is another address.
  if (splitQuery(request.url).pathname !== basePath + picturePath(wanted.locale, wanted.number)) return missing(reply);
  const prompt = await readPrompt(request, wanted, options);
  if (!prompt) return missing(reply);
  reply.header("cache-control", "public, max-age=0, must-revalidate").header("access-control-allow-origin", "*");
  const locale = siteLocale(prompt.text.locale);
  // Of each text there is one picture, whichever languages ask for it.
  if (locale !== wanted.locale) return reply.redirect(siteUrl + picturePath(locale, wanted.number));
  const words = {
    locale,
    title: prompt.text.title,
    excerpt: prompt.text.excerpt,
    author: prompt.author?.username ?? null,
    tags: prompt.tags.map(({ label }) => label),
  };
  const version = pictureVersion(words);
  const etag = `"${version}"`;
  if (isFresh(request.headers["if-none-match"], etag)) return reply.code(304).header("etag", etag).send();
  const jpeg = await readPicture(request, prompt.id, { words, version }, options);
  return reply.header("etag", etag).type(PREVIEW_PICTURE.type).send(jpeg);
}

/** The kept picture; else it is drawn. @throws RATE_LIMITED, SERVICE_UNAVAILABLE */
async function readPicture(
  request: FastifyRequest,
  promptId: string,
  { words, version }: { words: PictureWords; version: string },
  { dataSource, workBudget }: LinkPreviewOptions,
): Promise<Buffer> {
  const kept = () => keptPicture(dataSource, promptId, words, version);
  const picture = await kept();
  if (picture) return picture;
  workBudget.spend(PAGE_POINTS, { address: request.ip });
  // It may have been drawn while this waited.
  const draw = async () => (await kept()) ?? drawnPicture(dataSource, promptId, words, version);
  return drawingQueue.run(draw, () => request.raw.socket.destroyed);
}

async function serveOembed(
  request: FastifyRequest,
  reply: FastifyReply,
  options: LinkPreviewOptions,
): Promise<FastifyReply> {
  const { siteUrl } = options;
  const parameters = new URLSearchParams(splitQuery(request.url).query);
  if ((parameters.get("format") ?? "json") !== "json")
    return reply
      .code(501)
      .header("cache-control", "no-store")
      .send({ errors: [{ message: "There is only JSON.", extensions: { code: "BAD_REQUEST" } }] });
  const wanted = oembedRequest(parameters, siteUrl);
  const prompt = await readPrompt(request, wanted, options);
  if (!prompt) throw new DomainError("NOT_FOUND", "There is no prompt at this address.");
  const { text, author, id } = prompt;
  const linked = {
    title: text.title,
    author: author?.username ?? null,
    picture: siteUrl + picturePath(siteLocale(text.locale), id),
  };
  return reply
    .header("cache-control", "public, max-age=0, must-revalidate")
    .send(oembedResponse(linked, wanted, siteUrl));
}

/** The prompt as visitors see it. @throws RATE_LIMITED */
async function readPrompt(
  request: FastifyRequest,
  { number, locale }: Wanted,
  { workBudget, execute }: LinkPreviewOptions,
): Promise<LinkPreviewQuery["prompt"]> {
  workBudget.spend(READ_POINTS, { address: request.ip });
  return visitorQueue.run(async () => {
    const { result, faults } = await execute({
      query: OPERATION,
      variables: { id: number, locale: apiLocale(locale) },
    });
    if (faults.length > 0) throw faults[0];
    return (result.data as LinkPreviewQuery).prompt;
  });
}

function missing(reply: FastifyReply): FastifyReply {
  reply.callNotFound();
  return reply;
}
