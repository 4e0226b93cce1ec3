import { hash } from "@node-rs/argon2";
import { expect, test } from "vitest";
import { checkPassword, hashPassword } from "./password";

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
