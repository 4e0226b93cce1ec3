import "reflect-metadata";
import { describe, expect, test } from "vitest";
import { parseIdentifier, normalizeUsername, usernameProblem } from "./account.names";
import { emailKey, emailProblem, mailboxOf } from "./email-address";
import { usernameSkeleton } from "./username-skeleton";

const codeOf = (username: string) => usernameProblem(normalizeUsername(username), "username")?.code ?? "accepted";

describe("a username", () => {
  test.each([
    "anna",
    "みー子",
    "Ōsaka",
    "Ann-e_1",
    "প্রম্পট-লেখক",
    "สมชาย",
    "ผู้เขียน",
    "מְחַבֵּר",
    "नमस्ते",
    "Nguyễn",
    "김철수",
    "supporter",
    "dream-team",
    "first.last",
    "анна.к",
    "अमित.कु",
    "12345",
  ])("accepts %s", (username) => {
    expect(codeOf(username)).toBe("accepted");
  });

  test.each([".anna", "anna.", "an..na", "a.b.c", "anna_.b", "anna.-b", "127.0.0.1", "anna…b", "an.\u{301}na"])(
    "has one dot, between letters or digits: not %s",
    (username) => {
      expect(codeOf(username)).toBe("INVALID_USERNAME");
    },
  );

  test("with a dot is another one than without", () => {
    expect(parseIdentifier("First.Last")).toEqual(parseIdentifier("first．last"));
    expect(parseIdentifier("first.last")).not.toEqual(parseIdentifier("firstlast"));
    expect(usernameSkeleton("first.last")).not.toBe(usernameSkeleton("firstlast"));
  });

  test.each([
    ["a variation selector", "anna\u{FE0F}"],
    ["an ideographic variation selector", "anna\u{E0100}"],
    ["a combining grapheme joiner", "an\u{34F}na"],
    ["a Hangul filler", "anna\u{1160}"],
    ["a half-width Hangul filler", "anna\u{FFA0}"],
    ["a zero-width joiner", "an\u{200D}na"],
    ["a soft hyphen", "an\u{AD}na"],
    ["a tag character", "anna\u{E0061}"],
    ["a direction override", "anna\u{202E}"],
    ["no visible character", "\u{3164}\u{3164}\u{3164}"],
    ["nothing but punctuation", "___"],
    ["stacked marks", `anna${"\u{300}\u{301}".repeat(29)}`],
    ["five marks", "ann\u{300}\u{301}\u{302}\u{303}\u{304}a"],
    ["a repeated mark", "ann\u{323}\u{323}a"],
    ["a mark without a base letter", "\u{301}anna"],
  ])("rejects %s", (_what, username) => {
    expect(["INVALID_USERNAME", "TOO_LONG"]).toContain(codeOf(username));
  });

  test.each([
    "admin",
    "ADMIN",
    "ａｄｍｉｎ",
    "adm1n",
    "admln",
    "admin_2",
    "the-moderator",
    "Moderator",
    "m0derator",
    "аdmin-1",
    "support",
    "Support-Team",
    "supp0rt",
    "polyprompt",
    "PolyPrompt-news",
    "p0lyprompt",
    "poly_prompt",
    "polyprompt.com",
    "site.admin",
    "support.team",
    "polyprоmpt",
    "root",
    "管理员",
    "модератор",
    "deleted-account",
    "admi̇n",
    "ádmin",
    "admịn",
    "adm丨n",
    "ᴀᴅᴍɪɴ",
    "adminˈ",
    "siteadmin",
    "supportteam",
    "customer-support",
    "the-staff",
    "mods",
    "pølyprompt",
    "ađmin",
    "官方客服",
    "운영진",
    "المشرف",
    "admins",
    "superadmin",
    "moderators",
    "pölyprompt",
    "pㅇlyprompt",
    "مشـرف",
    "مُشرف",
  ])("must not sound official: %s", (username) => {
    expect(["USERNAME_TAKEN", "INVALID_USERNAME"]).toContain(codeOf(username));
  });
});

describe("an address", () => {
  test.each([
    ["Ann@Example.ORG", "ann@example.org"],
    [" ａｎｎ＠example.org ", "ann@example.org"],
    ["ann@bücher.example", "ann@xn--bcher-kva.example"],
    ["ann@xn--bcher-kva.example", "ann@xn--bcher-kva.example"],
    ["o'neil+a@example.org", "o'neil+a@example.org"],
  ])("%s is canonicalized", (email, key) => {
    expect(emailKey(email)).toBe(key);
  });

  test.each([
    "victim@example.org/＠1",
    "victim@example.org/@1",
    "victim@example.org?@1",
    "victim@example.org#@1",
    "a@victim@example.org",
    '"a"@example.org',
    "a b@example.org",
    "a\u{2028}@example.org",
    "a\0@example.org",
    "a\ud800@example.org",
    "a\u{200B}@example.org",
    "a\u{FE0F}@example.org",
    "a@127.0.0.1",
    "a@0x7f.1",
    "a@example",
    "a@-example.org",
    "a@exam_ple.org",
    "a@example..org",
    "a@%65xample.org",
    "@example.org",
    "a@",
    `${"a".repeat(65)}@example.org`,
    "a@[::1]",
    "a<b>@example.org",
  ])("rejects %j", (email) => {
    expect(emailKey(email)).toBeNull();
    expect(emailProblem(email, "email")?.code).toBe("INVALID_EMAIL");
    expect(parseIdentifier(email)?.kind).not.toBe("email");
  });

  test("with a plus suffix, or with dots where they are ignored, is counted as the mailbox that it may deliver to", () => {
    for (const address of ["Victim+news+1@gmail.com", "v.ic.tim@googlemail.com", "victim@gmail.com"]) {
      const key = emailKey(address);
      expect(key && mailboxOf(key)).toBe("victim@gmail.com");
    }
    for (const [address, mailbox] of [
      ["a.bob+news@example.org", "a.bob@example.org"],
      ["abob@example.org", "abob@example.org"],
    ] as const) {
      const key = emailKey(address);
      expect(key && mailboxOf(key)).toBe(mailbox);
    }
  });
});

test("small capitals do not make a different name", () => {
  expect(usernameSkeleton("ᴀliceʙrown")).toBe(usernameSkeleton("alicebrown"));
});

test.each(["aliceˈ", "aliceʼ", "ꞌalice", "ann\u0332a", "alice\u0335"])(
  "rejects the nearly invisible character in %s",
  (username) => {
    expect(codeOf(username)).toBe("INVALID_USERNAME");
  },
);

test("a second dot on a letter does not make a different name", () => {
  expect(parseIdentifier("mi\u0307ke")).toEqual(parseIdentifier("mike"));
  expect(parseIdentifier("İstanbul")).toEqual(parseIdentifier("istanbul"));
});

test("usernames and email addresses are distinguished in every spelling", () => {
  expect(parseIdentifier(" ＬＥＮＡ ")).toEqual({ kind: "username", key: "lena" });
  expect(parseIdentifier("LENA＠example.org")).toEqual({ kind: "email", key: "lena@example.org" });
  expect(parseIdentifier("127.0.0.1")).toBeNull();
});
