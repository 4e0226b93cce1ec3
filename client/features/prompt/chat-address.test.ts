import { describe, expect, it } from "vitest";
import { chatAddress, chatOrigin } from "./chat-address";

const target = (maxLength: number) => ({ label: "Chat", href: "https://chat.example/new?q={prompt}&x=1", maxLength });

describe("the URL of a chat", () => {
  it("contains the text, percent-encoded", () => {
    expect(chatAddress(target(100), "a & b\n$&=ü")).toBe(
      "https://chat.example/new?q=a%20%26%20b%0A%24%26%3D%C3%BC&x=1",
    );
  });

  it("is null if the encoded text exceeds the limit", () => {
    expect(chatAddress(target(9), "字")).toBe("https://chat.example/new?q=%E5%AD%97&x=1");
    expect(chatAddress(target(8), "字")).toBeNull();
    expect(chatAddress(target(9), "字!")).toBeNull();
  });

  it("replaces lone surrogates and keeps pairs", () => {
    expect(chatAddress(target(100), "\ud83d🙂")).toBe("https://chat.example/new?q=%EF%BF%BD%F0%9F%99%82&x=1");
  });

  it("has the origin of its site", () => {
    expect(chatOrigin(target(1))).toBe("https://chat.example");
  });
});
