import imageSize from "image-size";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OEMBED_PATH } from "../../../contract/link-preview";
import { insertPrompts, insertUsers } from "../../platform/testing/community";
import { createTestApp, statementsOf, type TestApp } from "../../platform/testing/test-app";
import { setPromptHidden } from "../moderation";
import { drawingQueue } from "./link-preview.route";

let site: TestApp;
let shared = 0;
let secret = 0;
let removed = 0;
let hidden = 0;
beforeAll(async () => {
  site = await createTestApp();
  const [author = ""] = await insertUsers(site.dataSource, ["Writer"]);
  const prompt = (title: string, rest: object = {}) => ({
    authorId: author,
    texts: [{ locale: "en" as const, title, content: "Write about {{topic}}." }],
    ...rest,
  });
  [shared = 0, secret = 0, removed = 0, hidden = 0] = await insertPrompts(site.dataSource, [
    prompt("Shared"),
    prompt("Secret", { shared: false }),
    prompt("Removed"),
    prompt("Hidden"),
  ]);
});
afterAll(async () => {
  await site.close();
});

const get = (url: string, headers: Record<string, string> = {}) => site.app.inject({ url, headers });
const pictureOf = (id: number, locale = "en", headers: Record<string, string> = {}) =>
  get(`/${locale}/prompt/${String(id)}.jpg`, headers);
const oembed = (url: string, more: Record<string, string> = {}) =>
  get(`${OEMBED_PATH}?${new URLSearchParams({ url, ...more }).toString()}`);
const pageOf = (id: number, locale = "en") => `http://localhost:3000/${locale}/prompt/${String(id)}`;
const keptPictures = (id: number) =>
  site.dataSource.query<{ locale: string; version: string; id: string }[]>(
    "select locale, version, xmin::text as id from prompt_picture where prompt_id = $1 order by locale",
    [id],
  );

describe("the picture of a prompt", () => {
  test("is drawn once, and kept", async () => {
    expect(await keptPictures(12)).toEqual([]);
    const first = await pictureOf(12);
    expect(first.headers).toMatchObject({
      "content-type": "image/jpeg",
      "cache-control": "public, max-age=0, must-revalidate",
      "access-control-allow-origin": "*",
    });
    const { width, height, type } = imageSize(first.rawPayload);
    expect([first.statusCode, width, height, type]).toEqual([200, 1200, 630, "jpg"]);
    const kept = await keptPictures(12);
    expect(kept).toMatchObject([{ locale: "en" }]);

    const statements = await statementsOf(async () => {
      expect((await pictureOf(12)).rawPayload.equals(first.rawPayload)).toBe(true);
    });
    expect(statements.filter((statement) => statement.includes("prompt_picture"))).toHaveLength(1);
    expect(await keptPictures(12)).toEqual(kept);
  });

  test("is not sent again to a client that has it", async () => {
    const { headers } = await pictureOf(12);
    const again = await pictureOf(12, "en", { "if-none-match": String(headers["etag"]) });
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
  });

  test("is in the language of the address, and of a prompt without that language at the address of the one it has", async () => {
    const pictures = await Promise.all([pictureOf(12), pictureOf(12, "bn"), get("/prompt/12.jpg")]);
    expect(new Set(pictures.map(({ headers }) => headers["etag"]))).toHaveLength(3);
    const { statusCode, headers } = await pictureOf(shared, "ja");
    expect([statusCode, headers["location"]]).toEqual([302, `${pageOf(shared)}.jpg`]);
    expect(await keptPictures(shared)).toEqual([]);
  });

  test("is another one when what it shows has changed, and the earlier one is not kept", async () => {
    const before = await pictureOf(shared);
    await site.dataSource.query("update prompt_text set title = 'Changed' where prompt_id = $1", [shared]);
    const after = await pictureOf(shared, "en", { "if-none-match": String(before.headers["etag"]) });
    expect(after.statusCode).toBe(200);
    expect(after.rawPayload.equals(before.rawPayload)).toBe(false);
    expect(await keptPictures(shared)).toHaveLength(1);
    // A query tells other sites that there is another picture; it chooses none.
    const tagged = await get(`/en/prompt/${String(shared)}.jpg?v=1&title=x`);
    expect(tagged.headers["etag"]).toBe(after.headers["etag"]);
  });

  test("of a prompt that visitors may not see, there is none, though it was drawn before", async () => {
    await pictureOf(hidden);
    expect(await keptPictures(hidden)).toHaveLength(1);
    await setPromptHidden(site.dataSource, hidden, true);
    for (const id of [secret, hidden, 999_999]) {
      const { statusCode, body } = await pictureOf(id);
      expect([id, statusCode, body.includes("Secret")]).toEqual([id, 404, false]);
    }
  });

  test("goes with its text", async () => {
    await pictureOf(removed);
    expect(await keptPictures(removed)).toHaveLength(1);
    await site.dataSource.query("delete from prompt where id = $1", [removed]);
    expect(await keptPictures(removed)).toEqual([]);
    expect((await pictureOf(removed)).statusCode).toBe(404);
  });

  test("has one address", async () => {
    for (const url of [
      "/zh/prompt/12.jpg",
      "/en/prompt/012.jpg",
      "/en/prompt/%312.jpg",
      "/en/prompt/12.JPG",
      "/en/prompt/12.png",
    ])
      expect([url, (await get(url)).statusCode]).toEqual([url, 404]);
  });

  test("asked for many times at once is drawn once", async () => {
    const statements = await statementsOf(async () => {
      const same = await Promise.all(Array.from({ length: 15 }, () => pictureOf(20)));
      expect(same.map(({ statusCode }) => statusCode)).toEqual(same.map(() => 200));
    });
    expect(statements.filter((statement) => statement.includes("insert into prompt_picture"))).toHaveLength(1);
  });

  test("is refused for now while twenty others wait to be drawn", async () => {
    let release = () => {};
    const drawing = drawingQueue.run(() => new Promise<void>((resolve) => (release = resolve)));
    let refusals = 0;
    const requests = Array.from({ length: 40 }, async (_, index) => {
      const response = await pictureOf(index + 21);
      refusals += Number(response.statusCode === 503);
      return response;
    });
    await expect.poll(() => refusals).toBe(20);
    release();
    await drawing;
    const responses = await Promise.all(requests);
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(20);
    for (const { headers } of responses.filter(({ statusCode }) => statusCode === 503)) {
      expect(Number(headers["retry-after"])).toBeGreaterThan(0);
      expect([headers["cache-control"], headers["etag"]]).toEqual(["no-store", undefined]);
    }
  });
});

describe("the oEmbed response of a prompt", () => {
  test("is for the sites of everybody, and says what the link leads to", async () => {
    const { statusCode, headers, body } = await oembed(pageOf(12));
    expect([statusCode, headers["content-type"]]).toEqual([200, "application/json; charset=utf-8"]);
    expect(headers).toMatchObject({
      "cache-control": "public, max-age=0, must-revalidate",
      "access-control-allow-origin": "*",
    });
    expect(JSON.parse(body)).toEqual({
      version: "1.0",
      type: "link",
      title: "Quiz me on my notes",
      author_name: "Polyprompt",
      author_url: "http://localhost:3000/en/",
      provider_name: "Polyprompt",
      provider_url: "http://localhost:3000/en/",
      thumbnail_url: "http://localhost:3000/en/prompt/12.jpg",
      thumbnail_width: 1200,
      thumbnail_height: 630,
    });
  });

  test("names the author, and the picture of the text that there is", async () => {
    const answer = (await oembed(`${pageOf(shared, "de")}?comment=1#x`)).json<object>();
    expect(answer).toMatchObject({
      author_name: "Writer",
      author_url: "http://localhost:3000/de/community-prompts?author=Writer",
      thumbnail_url: `${pageOf(shared)}.jpg`,
    });
    expect((await oembed(pageOf(shared), { maxwidth: "600" })).json<object>()).not.toHaveProperty("thumbnail_url");
  });

  test("tells nothing of what visitors may not see", async () => {
    const answers = await Promise.all([secret, 999_999].map((id) => oembed(pageOf(id))));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404]);
    expect(answers[0]?.body).toBe(answers[1]?.body);
  });

  test("is JSON alone, for an address here", async () => {
    expect((await oembed(pageOf(12), { format: "xml" })).statusCode).toBe(501);
    expect((await oembed("https://other.example/en/prompt/12")).statusCode).toBe(404);
    expect((await get(OEMBED_PATH)).json()).toMatchObject({ errors: [{ extensions: { code: "BAD_USER_INPUT" } }] });
    expect((await site.app.inject({ method: "POST", url: OEMBED_PATH })).statusCode).toBe(405);
  });
});

test("reading costs little of the work budget, drawing as much as a page, and what is refused says when to come back", async () => {
  const limited = await createTestApp({ WORK_BUDGET: "1300" });
  const ask = async (url: string) => (await limited.app.inject(url)).statusCode;
  expect(await ask("/en/prompt/1.jpg")).toBe(200);
  expect(await ask("/en/prompt/2.jpg")).toBe(200);
  const { statusCode, headers } = await limited.app.inject("/en/prompt/3.jpg");
  expect([statusCode, Number(headers["retry-after"]) > 0]).toEqual([429, true]);
  await limited.close();
});

test("below a base path, addresses have it", async () => {
  const based = await createTestApp({ PUBLIC_URL: "https://prompts.example", BASE_PATH: "/x/y" });
  expect((await based.app.inject("/x/y/de/prompt/12.jpg")).statusCode).toBe(200);
  const query = new URLSearchParams({ url: "https://prompts.example/x/y/de/prompt/12" }).toString();
  expect((await based.app.inject(`/x/y${OEMBED_PATH}?${query}`)).json()).toMatchObject({
    provider_url: "https://prompts.example/x/y/de/",
    thumbnail_url: "https://prompts.example/x/y/de/prompt/12.jpg",
  });
  await based.close();
});
