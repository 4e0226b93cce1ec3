import Fastify from "fastify";
import { parseSetCookie } from "cookie";
import { expect, test } from "vitest";
import { sessionCookies } from "./session-cookies";

async function namesOf(basePath: string): Promise<string[]> {
  const app = Fastify();
  const cookies = sessionCookies({ https: false, basePath });
  app.get("/", (_request, reply) => {
    cookies.set(reply, { access: "a", refresh: "r" });
    return reply.send();
  });
  const { headers } = await app.inject("/");
  await app.close();
  return [headers["set-cookie"] ?? []].flat().map((line) => parseSetCookie(line).name);
}

test("sites on the same host use different cookie names", async () => {
  const basePaths = ["", "/x/y", "/x.y", "/x/.y", "/x./y", "/x..y", "/x", "/y", "/x/y/z", "/x.y/z", "/x/access"];
  const names = (await Promise.all(basePaths.map(namesOf))).flat();
  expect(names).toHaveLength(2 * basePaths.length);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[!#$%&'*+\-.^_`|~\w]+$/);
});

test("the cookie names do not change: browsers have them stored", async () => {
  expect(await namesOf("")).toEqual(["polyprompt.access", "polyprompt.refresh"]);
  expect(await namesOf("/x/y")).toEqual(["polyprompt.x.y.access", "polyprompt.x.y.refresh"]);
});

test("the values of cookies are read as they are: decoding thousands of malformed ones takes time", async () => {
  const app = Fastify();
  const cookies = sessionCookies({ https: false, basePath: "" });
  app.get("/", (request) => cookies.read(request));
  const cookie = "other=%; polyprompt.access=a%20%zz; polyprompt.refresh=r.r-r_";
  expect((await app.inject({ url: "/", headers: { cookie } })).json()).toEqual({
    access: "a%20%zz",
    refresh: "r.r-r_",
  });
  await app.close();
});
