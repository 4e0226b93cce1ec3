import type { FastifyInstance } from "fastify";
import { answerOtherMethods } from "../../platform/http/api-addresses";
import { apiCatalog, CATALOG_PATH, openapi, OPENAPI_PATH } from "./openapi";

/** The media type of a catalogue says by its profile that it is one (RFC 9727, 4). */
const CATALOG_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

/** `/api/openapi.json` and `/.well-known/api-catalog`. @param site the site's address with its base path, without a trailing slash */
export function apiDescriptionRoutes(app: FastifyInstance, site: string): void {
  const description = JSON.stringify(openapi(site));
  const catalog = JSON.stringify(apiCatalog(site));
  answerOtherMethods(app, OPENAPI_PATH, ["GET", "HEAD"]);
  app.get(OPENAPI_PATH, (_request, reply) =>
    reply.type("application/json; charset=utf-8").header("cache-control", "public, max-age=3600").send(description),
  );
  app.get(CATALOG_PATH, (_request, reply) =>
    reply
      .type(CATALOG_TYPE)
      .headers({
        "cache-control": "public, max-age=3600",
        "access-control-allow-origin": "*",
        link: `<${site}${CATALOG_PATH}>; rel="api-catalog"`,
      })
      .send(catalog),
  );
}
