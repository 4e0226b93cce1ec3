import { afterAll, beforeAll, expect, test } from "vitest";
import { insertPrompts, insertUsers } from "../testing/community";
import { confirmedMember } from "../testing/member";
import { createTestApp, type TestApp } from "../testing/test-app";

/** The addresses of pages that the API tells. */

let site: TestApp;
let prompt: string;

beforeAll(async () => {
  site = await createTestApp({ PUBLIC_URL: "https://prompts.example", BASE_PATH: "/library" });
  const [authorId = ""] = await insertUsers(site.dataSource, ["Зоя"]);
  const [id] = await insertPrompts(site.dataSource, [
    { authorId, texts: [{ locale: "en", title: "T", content: "C" }] },
  ]);
  prompt = String(id);
  await insertComments(site, id ?? 0, authorId);
});
afterAll(async () => {
  await site.close();
});

/** One on a prompt, and one on the feedback page. */
const insertComments = ({ dataSource }: TestApp, promptId: number, authorId: string) =>
  dataSource.query(
    "insert into comment (prompt_id, author_id, body, html, html_version) values ($1, $2, 'A', '{}', 1), (null, $2, 'A', '{}', 1)",
    [promptId, authorId],
  );

const COMMENTS = "comments { nodes { zh: url de: url(locale: DE) } }";
const READ = `query ($id: ID!) {
  prompt(id: $id) { zh: url null: url(locale: null) de: url(locale: DE) author { zh: url de: url(locale: DE) } ${COMMENTS} }
  feedback { ${COMMENTS} } }`;

test("are whole, in the site's default language or the one that is asked for", async () => {
  const [onPrompt, onFeedback] = await site.dataSource.query<{ id: string }[]>("select id from comment order by id");
  const comment = (page: string, id = "") => ({
    zh: `https://prompts.example/library/${page}?comment=${id}#comment-${id}`,
    de: `https://prompts.example/library/de/${page}?comment=${id}#comment-${id}`,
  });
  expect(await site.query(READ, { id: prompt })).toEqual({
    prompt: {
      zh: `https://prompts.example/library/prompt/${prompt}`,
      null: `https://prompts.example/library/prompt/${prompt}`,
      de: `https://prompts.example/library/de/prompt/${prompt}`,
      author: {
        zh: "https://prompts.example/library/community-prompts?author=%D0%97%D0%BE%D1%8F",
        de: "https://prompts.example/library/de/community-prompts?author=%D0%97%D0%BE%D1%8F",
      },
      comments: { nodes: [comment(`prompt/${prompt}`, onPrompt?.id)] },
    },
    feedback: { comments: { nodes: [comment("feedback", onFeedback?.id)] } },
  });
});

test("of a comment on a prompt that moderators have hidden there is one for its author alone", async () => {
  const plain = await createTestApp();
  try {
    const author = await confirmedMember(plain, "Author");
    const moderator = await confirmedMember(plain, "Keeper");
    await plain.dataSource.query(
      "update account set is_moderator = true where user_id = (select id from user_account where username = 'Keeper')",
    );
    const { viewer } = await author.query<{ viewer: { user: { id: string } } }>("{ viewer { user { id } } }");
    const authorId = /\d+/.exec(viewer.user.id)?.[0] ?? "";
    const [id = 0] = await insertPrompts(plain.dataSource, [
      { authorId, texts: [{ locale: "en", title: "T", content: "C" }] },
    ]);
    await insertComments(plain, id, authorId);
    const { prompt: shown } = await author.query<{ prompt: { comments: { nodes: { id: string }[] } } }>(
      "query ($id: ID!) { prompt(id: $id) { comments { nodes { id } } } }",
      { id: String(id) },
    );
    await plain.dataSource.query("update prompt set hidden = true where id = $1", [id]);
    const read = async (by: typeof author) =>
      (
        await by.query<{ comment: { body: string; url: string | null } | null }>(
          "query ($id: ID!) { comment(id: $id) { body url } }",
          { id: shown.comments.nodes[0]?.id },
        )
      ).comment;
    expect(await read(moderator)).toEqual({ body: "A", url: null });
    expect((await read(author))?.url).toMatch(
      new RegExp(`^http://localhost:\\d+/prompt/${String(id)}\\?comment=\\d+#`),
    );
  } finally {
    await plain.close();
  }
});
