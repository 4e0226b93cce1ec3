import { describe, expect, it } from "vitest";
import { isOfOneScript, usernameSkeleton } from "./username-skeleton";

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
    ["ロ", "口"],
  ])("is the same for %s and %s", (one, other) => {
    expect(usernameSkeleton(one)).toBe(usernameSkeleton(other));
  });

  it.each([
    ["paypal", "paypal2"],
    ["Анна", "Анный"],
    ["提示词", "提示"],
    ["zoe", "zoé"],
  ])("tells %s from %s", (one, other) => {
    expect(usernameSkeleton(one)).not.toBe(usernameSkeleton(other));
  });

  it("does not change when it is made again", () => {
    for (const name of ["paypal", "m1l0", "Straße", "İstanbul", "প্রম্পট", "プロンプト"]) {
      const skeleton = usernameSkeleton(name);
      expect(usernameSkeleton(skeleton), name).toBe(skeleton);
    }
  });
});

describe("isOfOneScript", () => {
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
  ])("allows %s", (name) => {
    expect(isOfOneScript(name)).toBe(true);
  });

  it.each(["pаypal", "Aннa", "αlpha", "ロシアРус", "한글ひら", "prompt提示اوامر"])("refuses %s", (name) => {
    expect(isOfOneScript(name)).toBe(false);
  });
});
