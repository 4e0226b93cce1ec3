import Fastify from "fastify";
import { parseSetCookie } from "cookie";
import { expect, test } from "vitest";
import { sessionCookie } from "./session-cookie";

async function namesOf(basePath: string): Promise<string[]> {
  const app = Fastify();
  const cookie = sessionCookie({ https: false, basePath });
  app.get("/", (_request, reply) => {
    cookie.set(reply, "a", 60);
    return reply.send();
  });
  const { headers } = await app.inject("/");
  await app.close();
  return [headers["set-cookie"] ?? []].flat().map((line) => parseSetCookie(line).name);
}

test("sites on the same host use different cookie names", async () => {
  const basePaths = ["", "/x/y", "/x.y", "/x/.y", "/x./y", "/x..y", "/x", "/y", "/x/y/z", "/x.y/z", "/x/session"];
  const names = (await Promise.all(basePaths.map(namesOf))).flat();
  expect(names).toHaveLength(basePaths.length);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[!#$%&'*+\-.^_`|~\w]+$/);
});

test("the name of the cookie does not change: browsers have it stored", async () => {
  expect(await namesOf("")).toEqual(["polyprompt.session"]);
  expect(await namesOf("/x/y")).toEqual(["polyprompt.x.y.session"]);
});

test("the value of the cookie is read as it is: decoding thousands of malformed ones takes time", async () => {
  const app = Fastify();
  const cookie = sessionCookie({ https: false, basePath: "" });
  app.get("/", (request) => cookie.read(request));
  const header = "other=%; polyprompt.session=a%20%zz";
  expect((await app.inject({ url: "/", headers: { cookie: header } })).body).toBe("a%20%zz");
  await app.close();
});
