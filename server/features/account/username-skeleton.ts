import { rectifyConfusion } from "unicode-confusables";
import { withoutSecondDot } from "../user";

/** Scripts that names are written in today (UAX 31, recommended), by their Unicode names. */
const SCRIPTS = (
  "Latin Cyrillic Greek Armenian Hebrew Arabic Thaana Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada " +
  "Malayalam Sinhala Thai Lao Tibetan Myanmar Georgian Ethiopic Khmer Hangul Han Hiragana Katakana Bopomofo"
).split(" ");

/** Of mixtures only those in which people write: Latin with the scripts of one language of East Asia (UTS 39, highly restrictive). */
const MIXTURES = [
  ["Latin", "Han", "Hiragana", "Katakana"],
  ["Latin", "Han", "Hangul"],
];

const ALLOWED = [...SCRIPTS.map((script) => [script]), ...MIXTURES].map(
  (scripts) =>
    new RegExp(
      `^(?:${["Common", "Inherited", ...scripts].map((script) => `\\p{Script_Extensions=${script}}`).join("|")})+$`,
      "u",
    ),
);

/** Whether a name is written in one script, or in a mixture that people use. */
export function isOfOneScript(username: string): boolean {
  return ALLOWED.some((allowed) => allowed.test(username));
}

/** Small capitals, which Unicode's table does not take for letters of the same look. */
const SMALL_CAPITALS = [..."ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ"];
const LETTERS = [..."abcdefghijklmnopqrstuvwyz"];

/** What two usernames share when they look alike: "pаypal" with a Cyrillic а, "PAYPAL" and "paypa1" (UTS 39). Not to be shown. */
export function usernameSkeleton(username: string): string {
  const map = (text: string) =>
    withoutSecondDot(rectifyConfusion(text.normalize("NFD")).normalize("NFD").toLowerCase());
  const plain = [...username.normalize("NFKC")]
    .map((letter) => LETTERS[SMALL_CAPITALS.indexOf(letter)] ?? letter)
    .join("");
  // As it is written first: "Iena" looks like "lena". Case alone is the username's key's business.
  return map(map(plain));
}
