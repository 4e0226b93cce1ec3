import { afterAll, beforeAll, expect, test } from "vitest";
import { LOCALE_CODES, type Locale } from "../../product.config";
import { createTestApp, type TestApp } from "../platform/testing/test-app";

/**
 * What readers type, and what the library's texts hold for it. Expectations come from reading the texts, never from what
 * the search returned; they name prompts that stay right however many are added.
 */
interface Row {
  locale: Locale;
  query: string;
  /** Must come first. */
  first?: number;
  /** Must be on the first page. */
  includes: number[];
  /** Must not be found: their texts lack the words in the reader's language and in English. */
  excludes?: number[];
  why: string;
}

const ROWS: Row[] = [
  { locale: "zh", query: "翻译", first: 8, includes: [8], excludes: [28], why: "a word of two characters" },
  { locale: "zh", query: "合同", first: 27, includes: [27], excludes: [28], why: "a word of two characters" },
  { locale: "zh", query: "求职", includes: [13, 17], excludes: [28], why: "in two titles" },
  { locale: "zh", query: "提示词", includes: [35, 36, 37], why: "three characters" },
  { locale: "zh", query: "代码审查", first: 2, includes: [2], excludes: [24], why: "no space; 审查代码 in the title" },
  { locale: "zh", query: "改进提示词", first: 35, includes: [35], why: "no space; a word between in the title" },
  {
    locale: "zh",
    query: "客户投诉",
    includes: [40],
    excludes: [20],
    why: "no space; one word in the title, one in the remark",
  },
  { locale: "zh", query: "旅行 计划", first: 29, includes: [29], excludes: [20], why: "two words" },
  { locale: "zh", query: "正则", first: 33, includes: [33], why: "short for 正则表达式" },
  { locale: "zh", query: "会议纪要", first: 18, includes: [18], why: "four characters" },
  { locale: "zh", query: "歌", first: 24, includes: [24], why: "one character" },
  { locale: "zh", query: "医生", includes: [25], why: "not in the title" },
  { locale: "zh", query: "json格式", first: 34, includes: [34], excludes: [2, 8], why: "two scripts without a space" },
  { locale: "zh", query: "ＳＱＬ查询", first: 6, includes: [6], excludes: [15], why: "full-width letters" },
  { locale: "zh", query: "budget", first: 26, includes: [26, 29], why: "English word" },
  { locale: "zh", query: "龘靐齉爩", includes: [], why: "no hit" },

  { locale: "ja", query: "翻訳", first: 8, includes: [8], excludes: [28], why: "two kanji" },
  { locale: "ja", query: "コードレビュー", first: 2, includes: [2], excludes: [14, 24], why: "katakana" },
  { locale: "ja", query: "ﾌﾟﾛﾝﾌﾟﾄ", includes: [35, 36, 37], why: "half-width katakana" },
  { locale: "ja", query: "ばぐ", first: 4, includes: [4], why: "hiragana before conversion" },
  { locale: "ja", query: "プロンプト　改善", first: 35, includes: [35], why: "two words, ideographic space" },
  { locale: "ja", query: "プロンプト改善", first: 35, includes: [35], why: "without the particle of the title" },
  { locale: "ja", query: "SQLクエリ", first: 6, includes: [6], why: "two scripts without a space" },
  { locale: "ja", query: "議事録", first: 18, includes: [18], why: "three kanji" },
  { locale: "ja", query: "志望動機", first: 17, includes: [13, 17], why: "title before text" },
  { locale: "ja", query: "面接の練習", includes: [13], excludes: [32], why: "noun の noun" },
  { locale: "ja", query: "正規表現 テスト", first: 33, includes: [33], excludes: [5], why: "kanji and katakana" },
  { locale: "ja", query: "契約 条項", first: 27, includes: [27], why: "two words" },
  { locale: "ja", query: "曲", first: 24, includes: [24], why: "one character" },
  { locale: "ja", query: "translate", includes: [8], why: "English word" },
  { locale: "ja", query: "鑿齟齬ヰヱ", includes: [], why: "no hit" },

  { locale: "ko", query: "번역", first: 8, includes: [8], excludes: [28], why: "two syllables" },
  { locale: "ko", query: "코드리뷰", first: 2, includes: [2], excludes: [24], why: "no space; the title has one" },
  { locale: "ko", query: "코드 리뷰", first: 2, includes: [2], excludes: [24], why: "with the space" },
  { locale: "ko", query: "여행일정", first: 29, includes: [29], why: "no space; the title has one" },
  { locale: "ko", query: "자기 소개서", first: 17, includes: [17], why: "a space that the title lacks" },
  { locale: "ko", query: "계약서를", first: 27, includes: [27], excludes: [28], why: "with a particle" },
  { locale: "ko", query: "습관을", first: 39, includes: [26, 39], why: "with a particle" },
  { locale: "ko", query: "고객에게", first: 40, includes: [20, 40], why: "with a particle of two syllables" },
  { locale: "ko", query: "회의록 작성", first: 18, includes: [18], excludes: [5], why: "two words" },
  { locale: "ko", query: "면접 질문", first: 13, includes: [13], why: "one word in the title, one in the remark" },
  { locale: "ko", query: "프롬", includes: [35, 36, 37], why: "while typing" },
  { locale: "ko", query: "habit", first: 39, includes: [39], why: "English word" },
  { locale: "ko", query: "뷁쉟뛟", includes: [], why: "no hit" },

  { locale: "es", query: "traduccion", first: 8, includes: [8], excludes: [28], why: "no accent" },
  { locale: "es", query: "habitos", first: 39, includes: [39], why: "plural, no accent" },
  { locale: "es", query: "reunion", first: 18, includes: [18], why: "no accent" },
  { locale: "es", query: "canciones", first: 24, includes: [24], why: "plural; singular in the title" },
  {
    locale: "es",
    query: "revision de codigo",
    first: 2,
    includes: [2],
    excludes: [24],
    why: "no accents, with a preposition",
  },
  { locale: "es", query: "resena", first: 14, includes: [14], why: "n for ñ" },
  { locale: "es", query: "medica", first: 25, includes: [25], excludes: [9], why: "not the stem of mediciones" },
  { locale: "es", query: "filosofía", first: 21, includes: [21], why: "noun; adjective in the title" },
  { locale: "es", query: "presup", first: 26, includes: [26, 29], why: "while typing" },
  { locale: "es", query: "presupuesto viaje", first: 29, includes: [29], excludes: [26], why: "two words" },
  {
    locale: "es",
    query: "cómo escribir una carta de presentación",
    first: 17,
    includes: [17],
    why: "a whole question",
  },
  { locale: "es", query: "review", includes: [2, 14], why: "English word" },
  { locale: "es", query: "xqzwvkj", includes: [], why: "no hit" },

  { locale: "fr", query: "l’article", includes: [9, 15, 16], excludes: [28], why: "elision" },
  { locale: "fr", query: "l'employeur", includes: [17], why: "elision with a typewriter's apostrophe" },
  { locale: "fr", query: "entretien d'embauche", first: 13, includes: [13], why: "elision in the middle" },
  { locale: "fr", query: "reunion", first: 18, includes: [18], why: "no accent" },
  { locale: "fr", query: "medecin", first: 25, includes: [25], why: "no accent" },
  { locale: "fr", query: "hypotheses", first: 4, includes: [4, 6, 19, 20], why: "no accent, plural" },
  { locale: "fr", query: "contrats", first: 27, includes: [27], excludes: [28], why: "plural; singular in the title" },
  { locale: "fr", query: "traduire", first: 8, includes: [8], why: "verb; noun in the title" },
  { locale: "fr", query: "requete SQL", first: 6, includes: [6], excludes: [15], why: "two words, no accent" },
  { locale: "fr", query: "ecrire une lettre de motivation", first: 17, includes: [17], why: "a whole phrase" },
  { locale: "fr", query: "relec", first: 1, includes: [1], why: "while typing" },
  { locale: "fr", query: "meeting", first: 18, includes: [18], why: "English word" },
  { locale: "fr", query: "xqzwvkj", includes: [], why: "no hit" },

  {
    locale: "de",
    query: "Übersetzungen",
    first: 8,
    includes: [8],
    excludes: [28],
    why: "plural; singular in the title",
  },
  { locale: "de", query: "uebersetzung", first: 8, includes: [8], excludes: [28], why: "ue for ü" },
  { locale: "de", query: "ubersetzung", first: 8, includes: [8], excludes: [28], why: "u for ü" },
  {
    locale: "de",
    query: "Vertrag",
    first: 27,
    includes: [27],
    excludes: [28],
    why: "head of the compound in the title",
  },
  { locale: "de", query: "Verträge", first: 27, includes: [27], excludes: [28], why: "plural with umlaut" },
  { locale: "de", query: "Arzt", first: 25, includes: [25], why: "head of the compound in the title" },
  { locale: "de", query: "grosse Eingaben", includes: [2], excludes: [5], why: "ss for ß" },
  { locale: "de", query: "massnahme", includes: [20], why: "ss for ß" },
  { locale: "de", query: "vorstellungsgespraech", first: 13, includes: [13], why: "ae for ä" },
  { locale: "de", query: "Sprache lernen", includes: [3], why: "inflected verb" },
  { locale: "de", query: "Budget", includes: [26, 29], why: "end of the compound in the title" },
  { locale: "de", query: "email", includes: [34], why: "E-Mails in the text" },
  { locale: "de", query: "code review", first: 2, includes: [2], why: "Code-Review in the title" },
  { locale: "de", query: "Qxwvzkj", includes: [], why: "no hit" },

  { locale: "it", query: "traduzioni", first: 8, includes: [8], excludes: [28], why: "plural; singular in the title" },
  { locale: "it", query: "profondita", first: 38, includes: [38], why: "no accent" },
  { locale: "it", query: "l'abitudine", first: 39, includes: [39], why: "elision; un’abitudine in the title" },
  { locale: "it", query: "abitudini", first: 39, includes: [39], why: "plural" },
  { locale: "it", query: "dell'articolo", includes: [9, 15, 16], excludes: [28], why: "elision" },
  { locale: "it", query: "contratto", first: 27, includes: [27], excludes: [28], why: "singular; plural in the title" },
  { locale: "it", query: "canzoni", first: 24, includes: [24], why: "plural" },
  { locale: "it", query: "filosofia", first: 21, includes: [21], why: "noun; adjective in the title" },
  { locale: "it", query: "domande colloquio", first: 13, includes: [13], why: "two words, in remark and title" },
  { locale: "it", query: "ricett", includes: [28], why: "while typing" },
  { locale: "it", query: "interview", first: 13, includes: [13], why: "English word" },
  { locale: "it", query: "xqzwvkj", includes: [], why: "no hit" },

  {
    locale: "ru",
    query: "перевода",
    first: 8,
    includes: [8],
    excludes: [28],
    why: "genitive; nominative in the title",
  },
  { locale: "ru", query: "договора", first: 27, includes: [27], excludes: [28], why: "genitive" },
  { locale: "ru", query: "бережет", first: 1, includes: [1], why: "е for ё" },
  { locale: "ru", query: "счет", includes: [23], why: "е for ё in the text" },
  { locale: "ru", query: "собеседование", first: 13, includes: [13], why: "nominative; genitive in the title" },
  { locale: "ru", query: "письма", first: 17, includes: [17, 34], why: "plural" },
  { locale: "ru", query: "научные статьи", first: 9, includes: [9], why: "plural of both words" },
  { locale: "ru", query: "недовольный клиент", first: 40, includes: [40], why: "dative in the title" },
  { locale: "ru", query: "ошибку", includes: [4, 5], why: "accusative" },
  { locale: "ru", query: "поиск ошибок", first: 4, includes: [4], why: "genitive plural; its vowel comes and goes" },
  { locale: "ru", query: "врачу", first: 25, includes: [25], why: "dative" },
  { locale: "ru", query: "бюдж", first: 26, includes: [26, 29], why: "while typing" },
  { locale: "ru", query: "contract", first: 27, includes: [27], why: "English word" },
  { locale: "ru", query: "щъфхцьэж", includes: [], why: "no hit" },

  { locale: "pt", query: "traducao", first: 8, includes: [8], excludes: [28], why: "no accents" },
  { locale: "pt", query: "traduções", first: 8, includes: [8], excludes: [28], why: "plural in -ões" },
  { locale: "pt", query: "reunioes", first: 18, includes: [18], why: "plural without its accent" },
  { locale: "pt", query: "musica", first: 24, includes: [24], why: "no accent" },
  { locale: "pt", query: "orcamento", first: 26, includes: [26, 29], why: "c for ç" },
  { locale: "pt", query: "viagens", first: 29, includes: [29], why: "plural in -ns" },
  { locale: "pt", query: "entrevista de emprego", first: 13, includes: [13], why: "with a preposition" },
  { locale: "pt", query: "anotação", includes: [12, 25], why: "singular; plural in the titles" },
  { locale: "pt", query: "cliente reclamacao", first: 40, includes: [40], excludes: [20], why: "title and remark" },
  { locale: "pt", query: "discurso casamento", first: 31, includes: [31], why: "title and remark" },
  { locale: "pt", query: "cozinha", includes: [28], why: "cozinhar in the text" },
  { locale: "pt", query: "lesson", first: 10, includes: [10], why: "English word" },
  { locale: "pt", query: "xqzwvkj", includes: [], why: "no hit" },

  { locale: "hi", query: "अनुवाद", first: 8, includes: [8], excludes: [28], why: "one word" },
  { locale: "hi", query: "अनुबन्ध", first: 27, includes: [27], excludes: [28], why: "न् for the anusvara" },
  { locale: "hi", query: "फैसला", includes: [19, 22], why: "no nukta" },
  { locale: "hi", query: "गलती", first: 5, includes: [5], why: "singular, no nukta; ग़लतियाँ in the title" },
  { locale: "hi", query: "आदतें", first: 39, includes: [39], why: "plural" },
  { locale: "hi", query: "डाक्टर", first: 25, includes: [25], why: "आ for the candra ऑ" },
  { locale: "hi", query: "सवालों", first: 11, includes: [6, 11, 38], why: "oblique plural; also the singular" },
  { locale: "hi", query: "यात्राओं", first: 29, includes: [29], why: "oblique plural" },
  { locale: "hi", query: "ग्राहकों", first: 40, includes: [20, 40], why: "oblique plural" },
  { locale: "hi", query: "नौकरी इंटरव्यू", first: 13, includes: [13], excludes: [17], why: "two words" },
  { locale: "hi", query: "हिन्दी", includes: [3], why: "हिंदी in the text" },
  { locale: "hi", query: "अनु", includes: [4, 8, 27], why: "while typing" },
  { locale: "hi", query: "song", first: 24, includes: [24], why: "English word" },
  { locale: "hi", query: "झ्ञघ्ङढ्ण", includes: [], why: "no hit" },

  { locale: "ar", query: "ترجمة", first: 8, includes: [8], excludes: [28], why: "without the article" },
  { locale: "ar", query: "للترجمة", first: 8, includes: [8], excludes: [28], why: "preposition and article" },
  { locale: "ar", query: "عقد", first: 27, includes: [27], excludes: [28], why: "no article; with it in the title" },
  { locale: "ar", query: "اغنية", first: 24, includes: [24], why: "alef without hamza" },
  { locale: "ar", query: "أُغْنِيَّة", first: 24, includes: [24], why: "with diacritics" },
  { locale: "ar", query: "محرر", first: 1, includes: [1], why: "no shadda" },
  { locale: "ar", query: "اسئلة", first: 11, includes: [11, 13], why: "no hamza; بالأسئلة in the title" },
  { locale: "ar", query: "كلمات", first: 23, includes: [23], why: "no article; with it in the title" },
  { locale: "ar", query: "رسالة", includes: [7, 17, 18, 40], why: "in two titles and two texts" },
  { locale: "ar", query: "اجتماعات", first: 18, includes: [18], why: "plural; singular in the title" },
  { locale: "ar", query: "عادات", first: 39, includes: [39], why: "plural; singular in the title" },
  { locale: "ar", query: "مقابله عمل", first: 13, includes: [13], why: "ه for ة" },
  { locale: "ar", query: "الذكاء الاصطناعي", first: 36, includes: [35, 36], why: "two words with the article" },
  { locale: "ar", query: "قاعدة بيانات", includes: [6], why: "قاعدة البيانات in the text" },
  { locale: "ar", query: "trip", first: 29, includes: [29], why: "English word" },
  { locale: "ar", query: "ظغضثصخظ", includes: [], why: "no hit" },

  { locale: "bn", query: "অনুবাদ", first: 8, includes: [8], excludes: [28], why: "one word" },
  { locale: "bn", query: "চুক্তি", first: 27, includes: [27], excludes: [28], why: "genitive in the title" },
  { locale: "bn", query: "অভ্যাসের", first: 39, includes: [39], why: "genitive; nominative in the title" },
  { locale: "bn", query: "গ্রাহকের", first: 40, includes: [20, 40], why: "genitive; accusative in the title" },
  { locale: "bn", query: "গান", first: 24, includes: [24], why: "genitive in the title" },
  { locale: "bn", query: "রান্নার", includes: [28], why: "genitive after a vowel" },
  { locale: "bn", query: "প্রশ্নগুলো", includes: [6, 11, 38], why: "definite plural" },
  { locale: "bn", query: "পডার মতো", first: 14, includes: [14], why: "no nukta" },
  { locale: "bn", query: "সাক্ষাত্কার", first: 13, includes: [13], why: "ত্ for ৎ" },
  { locale: "bn", query: "শব্দের খেলা", first: 23, includes: [23], why: "two words" },
  { locale: "bn", query: "পরিক", first: 10, includes: [10, 20, 29], why: "while typing" },
  { locale: "bn", query: "speech", first: 31, includes: [31], why: "English word" },
  { locale: "bn", query: "ঢ়ঞ্ঝঙ্ঘণ্ঢ", includes: [], why: "no hit" },

  { locale: "en", query: "translations", first: 8, includes: [8], excludes: [28], why: "plural" },
  { locale: "en", query: "contracts", first: 27, includes: [27], excludes: [28], why: "plural; singular in the title" },
  { locale: "en", query: "interviewing", first: 13, includes: [13], why: "-ing" },
  { locale: "en", query: "cooking", includes: [28], why: "-ing" },
  { locale: "en", query: "studies", includes: [12, 32], why: "studying in the text" },
  { locale: "en", query: "cliche", first: 17, includes: [17], why: "no accent" },
  { locale: "en", query: "unhappy customers", first: 40, includes: [40], excludes: [20], why: "two words, plural" },
  { locale: "en", query: "meeting minutes", first: 18, includes: [18], excludes: [10], why: "side by side" },
  { locale: "en", query: "lawyer's", includes: [27], why: "possessive" },
  { locale: "en", query: "email", includes: [34], why: "e-mails in the text" },
  { locale: "en", query: "how do I write a commit message", first: 7, includes: [7], why: "a whole question" },
  { locale: "en", query: "transl", first: 8, includes: [8], why: "while typing" },
  { locale: "en", query: ".net", includes: [], excludes: [5], why: "not the beginning of network" },
  { locale: "en", query: "qzxvwkjq", includes: [], why: "no hit" },
];

/** More than a page: what must not be found is looked for in all of it. */
const SEARCH = `query ($locale: Locale!, $query: String!) {
  prompts(locale: $locale, filter: { query: $query }, first: 100) { nodes { id } }
}`;
const PAGE_SIZE = 20;

interface Answer {
  prompts: { nodes: { id: string }[] };
}

let site: TestApp;

beforeAll(async () => {
  site = await createTestApp();
});
afterAll(async () => {
  await site.close();
});

async function find({ locale, query }: Row): Promise<number[]> {
  const data = await site.query<Answer>(SEARCH, { locale: locale.toUpperCase(), query });
  return data.prompts.nodes.map(({ id }) => Number(id));
}

function missOf({ first, includes, excludes, why }: Row, page: number[], all: number[]): string[] {
  const lost = includes.filter((id) => !page.includes(id));
  const wrong = includes.length === 0 && !excludes ? all : all.filter((id) => excludes?.includes(id));
  return [
    ...(lost.length > 0 ? [`lacks ${lost.join(", ")}`] : []),
    ...(first !== undefined && page[0] !== first
      ? [`first is ${String(page[0] ?? "nothing")}, not ${String(first)}`]
      : []),
    ...(wrong.length > 0 ? [`wrongly finds ${wrong.join(", ")}`] : []),
  ].map((what) => `${what} (${why})`);
}

test("readers of every language find what they look for", async () => {
  const misses: string[] = [];
  const recalled = { wanted: 0, found: 0 };
  const firsts = { wanted: 0, found: 0 };
  for (const row of ROWS) {
    const all = await find(row);
    const page = all.slice(0, PAGE_SIZE);
    misses.push(...missOf(row, page, all).map((miss) => `${row.locale} ${row.query}: ${miss}`));
    recalled.wanted += row.includes.length;
    recalled.found += row.includes.filter((id) => page.includes(id)).length;
    if (row.first === undefined) continue;
    firsts.wanted += 1;
    firsts.found += Number(page[0] === row.first);
  }
  expect({
    misses,
    recallAt20: recalled.found / recalled.wanted,
    firstHitPrecision: firsts.found / firsts.wanted,
  }).toEqual({ misses: [], recallAt20: 1, firstHitPrecision: 1 });
});

test("every language has its queries, and one without a hit", () => {
  for (const locale of LOCALE_CODES) {
    const rows = ROWS.filter((row) => row.locale === locale);
    expect(rows.length, locale).toBeGreaterThanOrEqual(6);
    expect(
      rows.some(({ includes }) => includes.length === 0),
      locale,
    ).toBe(true);
  }
  expect(new Set(ROWS.map(({ locale, query }) => `${locale} ${query}`)).size).toBe(ROWS.length);
});
