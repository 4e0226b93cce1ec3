import type { FastifyInstance, FastifyRequest } from "fastify";
import type { DataSource } from "typeorm";
import { DEFAULT_LOCALE, localePath } from "../../../contract/locales";
import { PAGES } from "../../../contract/pages";
import { STOP_PATH, stopByLink } from "./digest.service";

interface UnsubscribeOptions {
  dataSource: DataSource;
  basePath: string;
}

/** "List-Unsubscribe=One-Click", as a form of either kind. */
const BODY_LIMIT = 1024;

/**
 * `/api/unsubscribe/<token>`: the address in the header List-Unsubscribe of daily mails. A POST stops them at once (RFC 8058), without
 * cookies or signing in. A GET, which mail scanners send too, leads to a page with a button.
 */
export function unsubscribeRoutes(app: FastifyInstance, { dataSource, basePath }: UnsubscribeOptions): void {
  void app.register((site, _options, done) => {
    // What is in the form does not matter.
    site.addContentTypeParser(
      ["application/x-www-form-urlencoded", "multipart/form-data"],
      { parseAs: "string", bodyLimit: BODY_LIMIT },
      (_request, _body, parsed) => parsed(null, {}),
    );
    site.post<{ Params: { token: string } }>(`${STOP_PATH}/:token`, async (request, reply) => {
      const isKnown = await stopByLink(dataSource, tokenOf(request));
      return reply
        .code(isKnown ? 200 : 404)
        .header("cache-control", "no-store")
        .type("text/plain; charset=utf-8")
        .send(isKnown ? "You will get no more of these mails.\n" : "This link is unknown.\n");
    });
    site.get<{ Params: { token: string } }>(`${STOP_PATH}/:token`, (request, reply) =>
      reply
        .header("cache-control", "no-store")
        .redirect(
          `${basePath}${localePath(DEFAULT_LOCALE, PAGES.stopDigest.path)}#${encodeURIComponent(tokenOf(request))}`,
        ),
    );
    done();
  });
}

function tokenOf({ params }: FastifyRequest): string {
  return (params as { token: string }).token.slice(0, 100);
}
