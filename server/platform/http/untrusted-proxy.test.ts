import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, expect, test } from "vitest";
import { warnAboutUntrustedProxy } from "./untrusted-proxy";

let app: FastifyInstance;
let warnings: string[];

beforeEach(() => {
  warnings = [];
  const stream = { write: (line: string) => void warnings.push(line) };
  app = Fastify({ logger: { level: "warn", stream } });
  warnAboutUntrustedProxy(app);
  app.get("/", () => "here");
});
afterEach(() => app.close());

test.each(["x-forwarded-for", "forwarded"])(
  "a proxy that sends %s is warned about once, with the name of the setting",
  async (name) => {
    await app.inject("/");
    expect(warnings).toEqual([]);
    for (let time = 0; time < 3; time++) await app.inject({ url: "/", headers: { [name]: "203.0.113.7" } });
    expect(warnings).toEqual([expect.stringContaining("TRUST_PROXY")]);
  },
);
