import { expectTypeOf, test } from "vitest";
import type { consumeRateLimit } from "./rate-limit";

type Subjects = Parameters<typeof consumeRateLimit>[2];

test("a limit that users are told about counts for an account, a caller or a session, never for a name or a mailbox alone", () => {
  expectTypeOf<{ account: string }>().toExtend<Subjects>();
  expectTypeOf<[{ mailbox: string }, { address: string }]>().toExtend<Subjects>();
  expectTypeOf<{ mailbox: string }>().not.toExtend<Subjects>();
  expectTypeOf<{ name: string }>().not.toExtend<Subjects>();
  expectTypeOf<[{ mailbox: string }]>().not.toExtend<Subjects>();
  expectTypeOf<[{ mailbox: string }, { name: string }]>().not.toExtend<Subjects>();
});
