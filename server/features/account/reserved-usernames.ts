import { PRODUCT_NAME } from "../../../contract/product";
import { usernameSkeleton } from "./username-skeleton";

/** Names of those who keep order, in the site's languages: refused also as a part of a name ("the-moderator"). */
const MODERATORS = (
  "admin admins mod mods modteam superadmin sysadmin sysop administrator administrators moderators administrador administrateur administratrice amministratore moderator moderador moderateur modérateur " +
  "moderatore админ администратор модератор модеры админы администрация 管理员 管理員 版主 管理人 管理者 모더레이터 관리자 관리팀 مشرف المشرف مسؤول प्रशासक व्यवस्थापक एडमिन মডারেটর প্রশাসক অ্যাডমিন"
).split(" ");

/** Names that speak for the site on their own ("support-team"), but are everyday words beside others ("dream-team"). */
const OFFICES = (
  "moderation moderação moderazione superuser noreply no-reply daemon mailer support supporto soporte suporte helpdesk help staff team official officiel ufficiale oficial offiziell root " +
  "system sysadmin webmaster postmaster hostmaster security abuse поддержка официальный 客服 官方 官方客服 運営 公式 公式アカウント サポート 운영자 운영진 공식 دعم الدعم الفني الإدارة"
).split(" ");

/** Of accounts that are no longer there, and of nobody. */
const NOBODY = "anonymous deleted account guest nobody null undefined".split(" ");

/** Digits that people write for letters. */
const LETTER_OF: Readonly<Record<string, string>> = { 0: "o", 1: "i", 3: "e", 4: "a", 5: "s", 7: "t" };
const RESERVED_PARTS = new Set(MODERATORS.map(look));
const RESERVED = new Set([...MODERATORS, ...OFFICES, ...NOBODY].map(look));
const PRODUCT = look(PRODUCT_NAME);
/** Nothing but reserved names, and words that belong to them, one after the other: "supportteam", "customer-support". */
const FILLERS = "the our site team customer member desk account service".split(" ").map(look);
const NOTHING_ELSE = new RegExp(`^(?:${[...RESERVED, ...FILLERS].sort((a, b) => b.length - a.length).join("|")})+$`);
const ADMIN = look("admin");

/**
 * Whether a name, or one that looks like it, speaks for the site: "admin", "ＡＤＭＩＮ", "adm1n_2", "site-admin", "the-moderator",
 * "polyprompt-help". A longer word that only holds one ("supporter") is free.
 */
export function isReserved(username: string): boolean {
  const spellings = [username, username.replace(/[013457]/g, (digit) => LETTER_OF[digit] ?? digit)];
  return spellings.some((name) => {
    if (look(name.replace(/[_-]/g, "")).includes(PRODUCT)) return true;
    const words = name.split(/[_-]/).map((word) => look(bare(word)));
    const whole = look(bare(name));
    return (whole !== "" && NOTHING_ELSE.test(whole)) || words.some(isOfModerator);
  });
}

function isOfModerator(word: string): boolean {
  return RESERVED_PARTS.has(word) || word.startsWith(ADMIN) || word.endsWith(ADMIN);
}

/** Without what people put around a name that is taken. */
function bare(name: string): string {
  return name.replace(/[_-]/g, "").replace(/^\p{N}+|\p{N}+$/gu, "");
}

/** As one reads it in a hurry: without marks and strokes, and "i" and "l" pass for each other in many fonts, though Unicode does not say so. */
function look(name: string): string {
  const plain = name.normalize("NFKD").replace(/[\p{M}\p{Lm}\p{Sk}]/gu, "");
  return usernameSkeleton(plain).normalize("NFKD").replace(/\p{M}/gu, "").replaceAll("i", "l");
}
