import { afterAll, beforeAll, expect, test } from "vitest";
import { inSiteDatabase, joinSiteDatabase } from "../server/platform/testing/site-database";
import { PASSWORD, uniqueUsername } from "./account";
import { type RunningSite, startSite } from "./site";

const PROMPTS = 4000;
const FILE = JSON.stringify(
  Array.from({ length: PROMPTS }, (_, index) => ({
    title: `P ${String(index)}`,
    description: "Some text. ".repeat(40),
  })),
);

let site: RunningSite;
let restarted: RunningSite | undefined;

beforeAll(async () => {
  site = await startSite();
});
afterAll(async () => {
  await restarted?.stop();
  await site.stop();
});

async function send<Data>(at: RunningSite, query: string, variables: object, headers = {}): Promise<Data> {
  const response = await fetch(`${at.url}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: new URL(at.url).origin, ...headers },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await response.json()) as { data?: Data; errors?: unknown };
  if (!data || errors) throw new Error(JSON.stringify(errors));
  return data;
}

const importFile = (at: RunningSite, headers: object) =>
  fetch(`${at.url}/api/import?format=json&locale=en`, { method: "POST", headers: { ...headers }, body: FILE });

test("site and database are killed during an import: nothing of it is there, and it can be repeated", async () => {
  const username = uniqueUsername();
  const input = {
    username,
    email: `${username}@example.org`,
    password: PASSWORD,
    passwordConfirmation: PASSWORD,
    acceptTerms: true,
    locale: "EN",
  };
  const registered = await fetch(`${site.url}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: new URL(site.url).origin },
    body: JSON.stringify({
      query:
        "mutation ($username: String!, $email: String!, $password: String!, $passwordConfirmation: String!, $acceptTerms: Boolean!, $locale: Locale!) { register(username: $username, email: $email, password: $password, passwordConfirmation: $passwordConfirmation, acceptTerms: $acceptTerms, locale: $locale) { problems { code } } }",
      variables: input,
    }),
  });
  const cookie = registered.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const { createApiToken } = await send<{ createApiToken: { token: string } }>(
    site,
    `mutation { createApiToken(name: "t", scope: WRITE) { token } }`,
    {},
    { cookie },
  );
  const headers = { authorization: `Bearer ${createApiToken.token}` };
  const answer = await importFile(site, headers);
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let received = "";
  const read = async (isEnough: () => boolean) => {
    while (!isEnough()) {
      const next = await reader?.read();
      if (!next || next.done) throw new Error(`The answer has ended: ${received}`);
      received += next.value;
    }
  };
  // Some of it is written.
  await read(() => /"done":[1-9]\d{2,},/.test(received));
  await site.kill();
  await Promise.allSettled([read(() => false)]);
  expect(received).not.toContain("report");

  restarted = await startSite({ sharedDataDir: site.dataDir });
  const database = await joinSiteDatabase(site.dataDir);
  const rows = await inSiteDatabase(database.url, (dataSource) =>
    dataSource.query<{ prompts: number; texts: number }[]>(
      `select (select count(*)::int from prompt where author_id is not null) as prompts,
         (select count(*)::int from prompt_text where author_id is not null) as texts`,
    ),
  );
  await database.leave();
  expect(rows).toEqual([{ prompts: 0, texts: 0 }]);
  expect(await (await importFile(restarted, headers)).text()).toContain(`"added":${String(PROMPTS)}`);
});
