import { hash } from "@node-rs/argon2";
import { describe, expect, test } from "vitest";
import { checkPassword, hashPassword, newPasswordProblems } from "./password";

const PASSWORD = "correct horse 7";

test("a password is hashed as OWASP recommends", async () => {
  const stored = await hashPassword(PASSWORD);
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await checkPassword(PASSWORD, stored)).toEqual({ isCorrect: true, isOutdated: false });
  expect(await checkPassword("correct horse 8", stored)).toEqual({ isCorrect: false, isOutdated: false });
});

test("a hash of lower cost is outdated", async () => {
  const weak = await hash(PASSWORD, { memoryCost: 8192, timeCost: 1 });
  expect(await checkPassword(PASSWORD, weak)).toEqual({ isCorrect: true, isOutdated: true });
});

describe("a new password", () => {
  const codes = (password: string) =>
    newPasswordProblems({ password, passwordConfirmation: password }, ["First.Last", "zora@gardeners.example"]).map(
      ({ code }) => code,
    );

  test.each([
    ...["abcdef", "qwertz", "123456", "password", "Passw0rd", "aaaaaa", "20241128", "sunshine9"],
    ...["polyprompt", "PolyPrompt", "P0lyprompt", "Polyprompt1", "polypromptpolyprompt"],
    ...["first.last", "FIRST.LAST", "first.lastfirst.last", "lastlast", "zorazora", "zora123", "gardeners.example"],
    ...["zora@gardeners.example", "ｐａｓｓｗｏｒｄ", "password".repeat(16)],
  ])("is refused if it is easily guessed: %s", (password) => {
    expect(codes(password)).toEqual(["PASSWORD_TOO_COMMON"]);
  });

  test.each([
    "kx7#pq",
    "correct horse 7",
    "gurke42x",
    "zebra-lamp",
    "хлебушек",
    "春はあけぼの",
    "a1".repeat(3) + "kx7#pq",
  ])("is taken otherwise: %s", (password) => {
    expect(codes(password)).toEqual([]);
  });
});
