import { Writable } from "node:stream";
import { describe, expect, it } from "vitest";
import { createLogger, requestId } from "./logger";

function logged(entry: object): Record<string, unknown> {
  let text = "";
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString();
      done();
    },
  });
  createLogger({ logLevel: "info" }, stream).info(entry, "said");
  return JSON.parse(text) as Record<string, unknown>;
}

describe("the log", () => {
  it("is JSON with a readable level and time", () => {
    expect(logged({ port: 1 })).toMatchObject({
      level: "info",
      msg: "said",
      port: 1,
      time: expect.stringMatching(/^\d{4}-.*Z$/) as string,
    });
  });

  it("contains no credentials", () => {
    const headers = { authorization: "Bearer abc", cookie: "session=abc", accept: "text/html" };
    const line = logged({ req: { headers }, headers });
    expect(JSON.stringify(line)).not.toContain("abc");
    expect(JSON.stringify(line)).toContain("text/html");
  });

  it("contains no parameters of a failed statement", () => {
    const values = { parameters: ["me@example.org"], detail: "me@example.org", client: { user: "me@example.org" } };
    const error = Object.assign(new Error("duplicate key", { cause: Object.assign(new Error("cause"), values) }), {
      ...values,
      code: "23505",
    });
    const line = JSON.stringify(logged({ err: error }));
    expect(line).toContain("duplicate key");
    expect(line).toContain("23505");
    expect(line).not.toContain("me@example.org");
  });
});

describe("the request id", () => {
  it("is the proxy's if it is well formed", () => {
    expect(requestId({ headers: { "x-request-id": "abc-DEF_123" } })).toBe("abc-DEF_123");
  });

  it.each(["", "a b", 'x"}\n{"level":"fatal"', "a".repeat(65)])("is newly generated instead of %j", (given) => {
    expect(requestId({ headers: { "x-request-id": given } })).toMatch(/^[0-9a-f-]{36}$/);
  });
});
