import { PRODUCT_NAME } from "../../../contract/product";
import { usernameSkeleton } from "./username-skeleton";

/** Moderator titles in the site's languages: reserved even as a part of a name ("the-moderator"). */
const MODERATORS = (
  "admin admins mod mods modteam superadmin sysadmin sysop administrator administrators moderators administrador administrateur administratrice amministratore moderator moderador moderateur modérateur " +
  "moderatore админ администратор модератор модеры админы администрация 管理员 管理員 版主 管理人 管理者 모더레이터 관리자 관리팀 مشرف المشرف مسؤول प्रशासक व्यवस्थापक एडमिन মডারেটর প্রশাসক অ্যাডমিন"
).split(" ");

/** Names that sound official on their own ("support-team") but are everyday words in combination ("dream-team"). */
const ROLES = (
  "moderation moderação moderazione superuser noreply no-reply daemon mailer support supporto soporte suporte helpdesk help staff team official officiel ufficiale oficial offiziell root " +
  "system sysadmin webmaster postmaster hostmaster security abuse поддержка официальный 客服 官方 官方客服 運営 公式 公式アカウント サポート 운영자 운영진 공식 دعم الدعم الفني الإدارة"
).split(" ");

/** Names for deleted or missing accounts. */
const NOBODY = "anonymous deleted account guest nobody null undefined".split(" ");

/** Digits used as letters (leetspeak). */
const LEET_LETTERS: Readonly<Record<string, string>> = { 0: "o", 1: "i", 3: "e", 4: "a", 5: "s", 7: "t" };
const RESERVED_PARTS = new Set(MODERATORS.map(foldLookalikes));
const RESERVED = new Set([...MODERATORS, ...ROLES, ...NOBODY].map(foldLookalikes));
const PRODUCT = foldLookalikes(PRODUCT_NAME);
/** Matches a concatenation of reserved names and filler words: "supportteam", "customer-support". */
const FILLERS = "the our site team customer member desk account service".split(" ").map(foldLookalikes);
const ONLY_RESERVED = new RegExp(`^(?:${[...RESERVED, ...FILLERS].sort((a, b) => b.length - a.length).join("|")})+$`);
const ADMIN = foldLookalikes("admin");

/**
 * Whether a name, or one that looks like it, sounds official: "admin", "ＡＤＭＩＮ", "adm1n_2", "site-admin", "the-moderator",
 * "polyprompt-help". A longer word that merely contains a reserved one ("supporter") is allowed.
 */
export function isReserved(username: string): boolean {
  const spellings = [username, username.replace(/[013457]/g, (digit) => LEET_LETTERS[digit] ?? digit)];
  return spellings.some((name) => {
    if (foldLookalikes(name.replace(/[._-]/g, "")).includes(PRODUCT)) return true;
    const words = name.split(/[._-]/).map((word) => foldLookalikes(stripAffixes(word)));
    const whole = foldLookalikes(stripAffixes(name));
    return (whole !== "" && ONLY_RESERVED.test(whole)) || words.some(isModeratorName);
  });
}

function isModeratorName(word: string): boolean {
  return RESERVED_PARTS.has(word) || word.startsWith(ADMIN) || word.endsWith(ADMIN);
}

/** Removes separators and the digits that people add to a name that is taken. */
function stripAffixes(name: string): string {
  return name.replace(/[._-]/g, "").replace(/^\p{N}+|\p{N}+$/gu, "");
}

/** Maps names that look alike at a glance to one form: drops marks, and merges "i" with "l", alike in many fonts though not in Unicode's table. */
function foldLookalikes(name: string): string {
  const plain = name.normalize("NFKD").replace(/[\p{M}\p{Lm}\p{Sk}]/gu, "");
  return usernameSkeleton(plain).normalize("NFKD").replace(/\p{M}/gu, "").replaceAll("i", "l");
}
