import { describe, expect, it } from "vitest";
import { isSingleScript, usernameSkeleton } from "./username-skeleton";

describe("usernameSkeleton", () => {
  it.each([
    ["paypal", "pаypаl"],
    ["paypal", "PAYPAL"],
    ["paypal", "paypa1"],
    ["paypal", "ｐａｙｐａｌ"],
    ["modern", "rnodern"],
    ["Éva", "E\u0301va"],
    ["o0l", "00I"],
    ["lena", "Iena"],
    ["Ibbb", "İbbb"],
    ["Ibbb", "I\u0307bbb"],
    ["ロ", "口"],
  ])("maps %s and %s to the same skeleton", (one, other) => {
    expect(usernameSkeleton(one)).toBe(usernameSkeleton(other));
  });

  it.each([
    ["paypal", "paypal2"],
    ["Анна", "Анный"],
    ["提示词", "提示"],
    ["zoe", "zoé"],
  ])("distinguishes %s from %s", (one, other) => {
    expect(usernameSkeleton(one)).not.toBe(usernameSkeleton(other));
  });

  it("is idempotent", () => {
    for (const name of ["paypal", "m1l0", "Straße", "İstanbul", "প্রম্পট", "プロンプト"]) {
      const skeleton = usernameSkeleton(name);
      expect(usernameSkeleton(skeleton), name).toBe(skeleton);
    }
  });
});

describe("isSingleScript", () => {
  it.each([
    "paypal",
    "Анна_1",
    "প্রম্পট-লেখক",
    "プロンプト好きTom",
    "提示词Pro",
    "프롬프트-pro",
    "मेरा",
    "أوامر",
    "123",
    "a-1_b",
  ])("accepts %s", (name) => {
    expect(isSingleScript(name)).toBe(true);
  });

  it.each(["pаypal", "Aннa", "αlpha", "ロシアРус", "한글ひら", "prompt提示اوامر"])("rejects %s", (name) => {
    expect(isSingleScript(name)).toBe(false);
  });
});
