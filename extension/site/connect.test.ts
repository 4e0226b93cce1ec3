import { expect, it } from "vitest";
import { codeInAddress } from "./connect";

const SITE = "https://prompts.example/base";

it.each([
  [`${SITE}/de/user/connect?challenge=x#code=ABCD2345`, "ABCD2345"],
  [`${SITE}/user/connect#code=ABCD2345`, "ABCD2345"],
  // Before the member has allowed it.
  [`${SITE}/de/user/connect?challenge=x`, null],
  [`${SITE}/de/user/connect#code=`, null],
  // Another page, and other sites.
  [`${SITE}/de/prompt/7#code=ABCD2345`, null],
  ["https://prompts.example/user/connect#code=ABCD2345", null],
  ["https://prompts.example.evil/base/user/connect#code=ABCD2345", null],
])("the code in %s is %j", (address, code) => {
  expect(codeInAddress(SITE, address)).toBe(code);
});
