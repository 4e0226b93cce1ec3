/**
 * Other numbers, cases and spellings of a query word that Snowball stems differently from the word itself. Some of them
 * are not real words: those match nothing.
 */
export function otherForms(folded: string): string[] {
  return RULES.flatMap(([ending, ...replacements]) =>
    ending.test(folded) ? replacements.map((replacement) => folded.replace(ending, replacement)) : [],
  );
}

const VERB_ENDING = "(?=(?:e|es|ed|er|ers|ing|able|ation|ations)$)";
const NOUN_ENDING = "(?=(?:s|ed|ing|ful|al|ite|ites)?$)";

const RULES: readonly (readonly [ending: RegExp, ...replacements: string[]])[] = [
  // British and American English: summarize and summarise, color and colour, practice and practise.
  [new RegExp(`(?<=^[a-z]{3,}[iy])z${VERB_ENDING}`), "s"],
  [new RegExp(`(?<=^[a-z]{3,}[iy])s${VERB_ENDING}`), "z"],
  [new RegExp(`(?<=^[a-z]{2,}[bdilmnpv])or${NOUN_ENDING}`), "our"],
  [new RegExp(`(?<=^[a-z]{2,}[bdilmnpv])our${NOUN_ENDING}`), "or"],
  [/(?<=^(?:practi|licen|defen))c(?=(?:e|es|ed|ing)$)/, "s"],
  [/(?<=^(?:practi|licen|defen))s(?=(?:e|es|ed|ing)$)/, "c"],
  // Arabic: the feminine plural without an article: عادات and عادة, اجتماعات and اجتماع. Folded, ة is ه.
  [/(?<=^\p{Script=Arabic}{2,})ات$/u, "ه"],
  [/(?<=^\p{Script=Arabic}{3,})ات$/u, ""],
  [/(?<=^\p{Script=Arabic}{2,})ه$/u, "ات"],
  // Hindi: ती and ना are stripped as verb endings, but not from plurals: गलती and गलतियां, सपना and सपनों.
  [/(?<=\p{Script=Devanagari})ती$/u, "तियां", "तियों"],
  [/(?<=\p{Script=Devanagari})ति(?:यां|यों)$/u, "ती"],
  [/(?<=\p{Script=Devanagari}[तन])[ाे]$/u, "ों"],
  [/(?<=\p{Script=Devanagari}[तन])ों$/u, "ा", "े"],
  // Russian: the fleeting vowel: ошибок and ошибка, привычек and привычка.
  [/(?<=[аеиоуыэюя][бвгджзлмнпрстфхцчшщ]{1,3})[ое]к$/u, "ка"],
  [/(?<=[аеиоуыэюя][бвгджзлмнпрстфхцчшщ]{1,3})к(?:а|и|у|е|ой|ам|ами|ах)$/u, "ок", "ек"],
];
