import { randomUUID } from "node:crypto";
import { parseSetCookie } from "cookie";
import type pg from "pg";
import type { Request } from "./load";

/**
 * Registers a moderator anew, because sessions are short.
 * @param send posts a request to `/graphql`, and resolves to the values of `set-cookie`
 * @returns the header of the session
 */
export async function moderatorCookie(
  send: (request: Required<Pick<Request, "headers" | "body">>) => Promise<string[]>,
  sql: pg.Client,
): Promise<string> {
  const username = `keeper-${randomUUID().slice(0, 8)}`;
  const variables = {
    username,
    email: `${username}@example.org`,
    password: "correct horse 7",
    passwordConfirmation: "correct horse 7",
    acceptTerms: true,
    locale: "EN",
  };
  const query =
    "mutation ($username: String!, $email: String!, $password: String!, $passwordConfirmation: String!, $acceptTerms: Boolean!, $locale: Locale!) { register(username: $username, email: $email, password: $password, passwordConfirmation: $passwordConfirmation, acceptTerms: $acceptTerms, locale: $locale) { problems { code } } }";
  const cookies = await send({
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ query, variables }),
  });
  if (cookies.length === 0) throw new Error("The moderator could not register.");
  await sql.query(
    "update account set is_moderator = true where user_id = (select id from user_account where username = $1)",
    [username],
  );
  return cookies
    .map((line) => parseSetCookie(line))
    .map(({ name, value }) => `${name}=${value ?? ""}`)
    .join("; ");
}
