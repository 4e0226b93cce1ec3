import { rectifyConfusion } from "unicode-confusables";
import { withoutSecondDot } from "../user";

/** Scripts in use today (UAX 31, recommended scripts), by their Unicode names. */
const SCRIPTS = (
  "Latin Cyrillic Greek Armenian Hebrew Arabic Thaana Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada " +
  "Malayalam Sinhala Thai Lao Tibetan Myanmar Georgian Ethiopic Khmer Hangul Han Hiragana Katakana Bopomofo"
).split(" ");

/** The only mixtures that people write in: Latin with the scripts of one East Asian language (UTS 39, highly restrictive). */
const ALLOWED_MIXTURES = [
  ["Latin", "Han", "Hiragana", "Katakana"],
  ["Latin", "Han", "Hangul"],
];

const ALLOWED = [...SCRIPTS.map((script) => [script]), ...ALLOWED_MIXTURES].map(
  (scripts) =>
    new RegExp(
      `^(?:${["Common", "Inherited", ...scripts].map((script) => `\\p{Script_Extensions=${script}}`).join("|")})+$`,
      "u",
    ),
);

/** Whether a name uses a single script or one of the allowed mixtures. */
export function isSingleScript(username: string): boolean {
  return ALLOWED.some((allowed) => allowed.test(username));
}

/** Small capitals, which Unicode's confusables table does not map to the letters they look like. */
const SMALL_CAPITALS = [..."ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ"];
const LETTERS = [..."abcdefghijklmnopqrstuvwyz"];

/** The UTS 39 skeleton: names that look alike have the same one ("pаypal" with a Cyrillic а, "PAYPAL", "paypa1"). Not for display. */
export function usernameSkeleton(username: string): string {
  const map = (text: string) =>
    withoutSecondDot(rectifyConfusion(text.normalize("NFD")).normalize("NFD").toLowerCase());
  // A Turkish İ is an I whose dot its lower case has anyway.
  const plain = [...username.normalize("NFKC").replaceAll("İ", "I")]
    .map((letter) => LETTERS[SMALL_CAPITALS.indexOf(letter)] ?? letter)
    .join("");
  // Confusables are mapped before lower-casing: "Iena" looks like "lena". Twice, so that the result is idempotent.
  return map(map(plain));
}
