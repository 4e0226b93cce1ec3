import type { FastifyReply, FastifyRequest } from "fastify";
import type { PageCache } from "./page-cache";
import { isFresh, type RenderedPage } from "./rendered-page";

/** A page and its cache key. */
export interface KeyedPage {
  key: string;
  page: RenderedPage;
}

/** Answers with a page in the encoding that the client prefers, or says that the client has it already. */
export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { key, page }: KeyedPage,
  cache: PageCache | undefined,
): FastifyReply | Promise<FastifyReply> {
  reply.code(page.status).headers(page.headers);
  if (page.etag !== undefined && isFresh(request.headers["if-none-match"], page.etag)) return reply.code(304).send();
  const encoding = page.text.encodingFor(request.headers["accept-encoding"]);
  const send = (body: Buffer) => {
    if (encoding !== "identity") reply.header("content-encoding", encoding);
    return reply.send(body);
  };
  const body = page.text.get(encoding);
  if (body) return send(body);
  return page.text.encode(encoding).then((encoded) => {
    cache?.updateSize(key, page);
    return send(encoded);
  });
}
