import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { chooseEncoding, EncodedText } from "./content-encoding";

describe("the encoding for a client", () => {
  test.each([
    ["gzip, deflate, br, zstd", "br"],
    ["gzip, deflate", "gzip"],
    ["GZIP", "gzip"],
    ["br;q=0.5, gzip;q=0.8", "gzip"],
    ["br; q = 0, gzip", "gzip"],
    ["br;q=0, gzip", "gzip"],
    ["gzip;q=0, br;q=0.001", "br"],
    ["br; q=1.0 , gzip; q=1.0", "br"],
    ["*", "br"],
    ["br;q=0, *", "gzip"],
    ["*;q=0", "identity"],
    ["gzip, *;q=0", "gzip"],
    ["identity", "identity"],
    ["identity, br;q=0.5", "identity"],
    ["identity;q=0.5, gzip;q=0.5", "gzip"],
    ["identity;q=0, gzip", "gzip"],
    ["identity;q=0", "identity"],
    ["identity;q=0, br;q=0, gzip;q=0", "identity"],
    ["zstd", "identity"],
    ["br;q=high", "identity"],
    [";;,,q=1", "identity"],
    ["", "identity"],
    [undefined, "identity"],
  ])("that sends %j is %s", (header, encoding) => {
    expect(chooseEncoding(header)).toBe(encoding);
  });
});

describe("an encoded text", () => {
  const plain = "Alle Menschen sind frei und gleich. ".repeat(100);

  test.each([
    ["br", "gzip"],
    ["gzip", "br"],
  ] as const)("decodes to the original in every encoding, %s first", async (first, second) => {
    const text = new EncodedText(plain);
    expect(text.get("identity")?.toString()).toBe(plain);
    await text.encode(first);
    await text.encode(second);
    const [br, gzip] = [text.get("br"), text.get("gzip")].map((body) => body ?? Buffer.alloc(0));
    expect(brotliDecompressSync(br ?? "").toString()).toBe(plain);
    expect(gunzipSync(gzip ?? "").toString()).toBe(plain);
    expect((await text.encode("identity")).toString()).toBe(plain);
  });

  test("is kept compressed alone, and counts the bytes that are kept", async () => {
    const text = new EncodedText(plain);
    expect(text.bytes).toBe(plain.length);
    const gzip = await text.encode("gzip");
    expect(text.bytes).toBe(plain.length + gzip.length);
    const br = await text.encode("br");
    expect(text.bytes).toBe(br.length + gzip.length);
    await text.encode("identity");
    expect([text.get("identity"), text.bytes]).toEqual([undefined, br.length + gzip.length]);
  });

  test("is encoded once for concurrent and later requests", async () => {
    const text = new EncodedText(plain);
    expect(text.get("br")).toBeUndefined();
    const [first, second] = await Promise.all([text.encode("br"), text.encode("br")]);
    expect(second).toBe(first);
    expect(text.get("br")).toBe(first);
  });

  test("is not compressed if it is small", () => {
    expect(new EncodedText("Hello").encodingFor("br")).toBe("identity");
    expect(new EncodedText(plain).encodingFor("br")).toBe("br");
  });
});
