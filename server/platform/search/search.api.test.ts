import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LOCALE_CODES, type Locale } from "../../../contract/locales";
import { isDeep } from "../testing/deep";
import { createEmptyDatabase, type TestDatabase } from "../testing/test-database";
import { searchQuery } from "./search-query";
import { searchQuerySql, searchRankSql, searchVectorSql } from "./search-sql";
import { type SearchText, searchVector } from "./search-text";

type TextRow = readonly [name: string, locale: Locale, title: string, content: string, remark?: string];

const TEXTS: readonly TextRow[] = [
  ["letter", "en", "Cover letter", "Write a convincing letter for an application."],
  ["resume", "en", "Résumé review", "Read my résumé and criticise it.", "For job hunters"],
  ["article", "en", "Article outline", "Draft the structure of a newspaper article."],
  ["art", "en", "Art critic", "You judge paintings and sculptures."],
  ["cpp", "en", "C++ tutor", "Explain pointers. Don't give the solution away."],
  ["csharp", "en", "C# and ASP.NET", "Answer questions about Microsoft’s platform."],
  ["email", "en", "E-mail polisher", "Rewrite messages politely, tested with GPT-4o."],
  ["network", "en", "Network engineer", "Debug routers and switches."],
  ["who", "en", "To be or not to be", "Recite Hamlet."],

  ["写作", "zh", "写作助手", "帮助我写出更好的文章，改进作文的结构。"],
  ["翻译", "zh", "英语翻译", "把文字翻译成英语，使用GPT模型。", "适合学习者"],
  ["边界", "zh", "分段练习", "这里有中。文字在后面，名字是李明天气好。"],
  ["单字", "zh", "读书笔记", "总结一本书"],

  ["ja-prompt", "ja", "プロンプトを書く", "サーバーエラーの原因を調べてください。"],
  ["ja-mail", "ja", "メールの添削", "英語のメールを丁寧に直す。"],

  ["ko-mail", "ko", "이메일 작성", "정중한 이메일을 작성해 주세요."],
  ["ko-trans", "ko", "번역기", "한국어를 영어로 번역합니다."],

  ["es", "es", "Escritor de canciones", "Escribe una canción sobre el corazón."],
  ["fr", "fr", "L’écriture d’un article", "Écrivez des œuvres créatives pour l'enseignement."],
  ["fr-resume", "fr", "Résumés de réunion", "Résumez la réunion."],
  ["de", "de", "Straßenführer", "Übersetzungen von Straßennamen in Städten."],
  ["de-job", "de", "Bewerbungsschreiben", "Formuliere ein Anschreiben für die Arbeitgeber."],
  ["it", "it", "L'arte dell’insegnamento", "Perché gli studenti non imparano?"],
  ["pt", "pt", "Redação", "Escreva uma redação sobre educação e ações."],
  ["ru", "ru", "Письмо другу", "Напиши письмо о своей ёлке и моей истории."],
  ["ru-yoga", "ru", "Тренер по йоге", "Составь программу упражнений."],
  ["hi", "hi", "हिन्दी कहानी लेखक", "मुझे रोचक कहानियाँ और किताबें चाहिए। ज़रूरी फ़ाइल।"],
  ["ar", "ar", "كِتابة الرسائل", "اكتُب رسالةً رسميةً باللغة العربية إلى المدير."],
  ["ar-lang", "ar", "معلّم للغة الإنجليزية", "يشرح القواعد للطلاب."],
  ["bn", "bn", "চিঠি লেখক", "বাংলায় একটি সুন্দর চিঠির খসড়া লিখুন। সঙ্গীত ও চাঁদ।"],
  ["bn-book", "bn", "বইয়ের সারাংশ", "শিক্ষকদের জন্য কাজের পরিকল্পনা।"],
];

type SearchCase = readonly [locale: Locale, query: string, ...names: string[]];

const CASES: readonly SearchCase[] = [
  ["en", "resume", "resume"],
  ["en", "RÉSUMÉS", "resume"],
  ["en", "writing letters", "letter"],
  ["en", "how to write a letter", "letter"],
  ["en", "written letter"],
  ["en", "art", "art", "article"],
  ["en", "art newspaper"],
  ["en", "art critics", "art"],
  ["en", "newspap", "article"],
  ["en", "to be", "who"],
  ["en", "c++", "cpp"],
  ["en", "C#", "csharp"],
  ["en", ".net", "csharp"],
  ["en", "asp.net", "csharp"],
  ["en", "dont", "cpp"],
  ["en", "don’t solution", "cpp"],
  ["en", "email", "email"],
  ["en", "e-mails", "email"],
  ["en", "gpt4", "email"],
  ["en", "gpt 4", "email"],
  ["en", "letter & !painting"],
  ["en", "'letter' | (convincing)", "letter"],
  ["en", "microsoft", "csharp"],

  ["zh", "写作", "写作"],
  ["zh", "翻译", "翻译"],
  ["zh", "英语 翻译", "翻译"],
  ["zh", "作文的结构", "写作"],
  ["zh", "结构改进", "写作"],
  ["zh", "模型文字", "翻译"],
  ["zh", "中文"],
  ["zh", "明天", "边界"],
  ["zh", "天好"],
  ["zh", "书", "单字"],
  ["zh", "GPT模型", "翻译"],
  ["zh", "模型 gpt", "翻译"],
  ["zh", "ＧＰＴ", "翻译", "email"],
  ["zh", "cover letter", "letter"],
  ["zh", "xiezuo", "写作"],
  ["zh", "xie zuo", "写作"],
  ["zh", "xiezuo zhushou", "写作"],
  ["zh", "yingyufanyi", "翻译"],
  ["zh", "fanyi gpt", "翻译"],
  // Only in the content.
  ["zh", "wenzhang"],
  ["en", "xiezuo"],

  ["ja", "プロンプト", "ja-prompt"],
  ["ja", "ぷろんぷと", "ja-prompt"],
  ["ja", "ﾌﾟﾛﾝﾌﾟﾄ", "ja-prompt"],
  ["ja", "サーバ", "ja-prompt"],
  ["ja", "サーバー", "ja-prompt"],
  ["ja", "英語 添削", "ja-mail"],
  ["ja", "英語の添削", "ja-mail"],
  ["ja", "書く", "ja-prompt"],
  ["ja", "翻訳"],
  ["ja", "puronputo", "ja-prompt"],
  ["ja", "meeru", "ja-mail"],

  ["ko", "이메일", "ko-mail"],
  ["ko", "dlapdlf", "ko-mail"],
  ["ko", "qjsdurrl", "ko-trans"],
  ["ko", "이메일을 작성", "ko-mail"],
  ["ko", "번역", "ko-trans"],
  ["ko", "이메일작성", "ko-mail"],
  ["ko", "정중한이메일", "ko-mail"],
  ["ko", "영어 번역기", "ko-trans"],
  ["ko", "\u1107\u1165\u11AB\u110B\u1167\u11A8", "ko-trans"],

  ["es", "cancion", "es"],
  ["es", "canciones de corazones", "es"],
  ["es", "escritores", "es"],
  ["fr", "article", "fr", "article"],
  ["fr", "l'article", "fr", "article"],
  ["fr", "ecriture", "fr"],
  ["fr", "oeuvre créative", "fr"],
  ["fr", "enseignements", "fr"],
  ["fr", "resume", "fr-resume", "resume"],
  ["de", "strasse", "de"],
  ["de", "Straßen", "de"],
  ["de", "uebersetzung", "de"],
  ["de", "Stadt", "de"],
  ["de", "Bewerbung", "de-job"],
  ["de", "Anschreiben für den Arbeitgeber", "de-job"],
  ["it", "insegnamenti", "it"],
  ["it", "perche studente", "it"],
  // English is searched too, and its stemmer reduces "arte" to "art".
  ["it", "arte", "it", "art"],
  ["pt", "redacao", "pt"],
  ["pt", "redações", "pt"],
  ["pt", "ação", "pt"],
  ["pt", "acoes", "pt"],
  ["ru", "письма", "ru"],
  ["ru", "елка", "ru"],
  ["ru", "ёлки", "ru"],
  ["ru", "моя история", "ru"],
  ["ru", "елок", "ru"],
  ["ru", "упражнения", "ru-yoga"],
  ["ru", "йога", "ru-yoga"],
  ["hi", "हिंदी", "hi"],
  ["hi", "कहानियां", "hi"],
  ["hi", "कहानी", "hi"],
  ["hi", "किताब", "hi"],
  ["hi", "जरूरी फाइल", "hi"],
  ["ar", "كتابة", "ar"],
  ["ar", "الكتابة", "ar"],
  ["ar", "رسالة", "ar"],
  ["ar", "رِسَالَة", "ar"],
  ["ar", "رسائل", "ar"],
  ["ar", "كتابات", "ar"],
  ["ar", "لغة", "ar", "ar-lang"],
  ["ar", "اللغة العربيه", "ar"],
  ["ar", "الانجليزية", "ar-lang"],
  ["ar", "طلاب", "ar-lang"],
  ["ar", "الى المدير", "ar"],
  ["bn", "চিঠি", "bn"],
  ["bn", "চিঠিতে", "bn"],
  ["bn", "বাংলা", "bn"],
  ["bn", "সংগীত", "bn"],
  ["bn", "খসডা", "bn"],
  ["bn", "বই", "bn-book"],
  ["bn", "শিক্ষক কাজ", "bn-book"],

  ["fr", "Straße"],
  ["hi", "चिट्ठी"],
];

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createEmptyDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query("create table text (name text primary key, locale text not null, search tsvector not null)");
  await client.query("create index text_search on text using gin (search) with (fastupdate = off)");
  const rows = TEXTS.map(([name, locale, title, content, remark = null]) => ({
    name,
    locale,
    search: searchVector({ locale, title, remark, content }),
  }));
  await client.query(
    `insert into text select name, locale, ${searchVectorSql("input.search")}
     from jsonb_to_recordset($1::jsonb) as input (name text, locale text, search jsonb)`,
    [JSON.stringify(rows)],
  );
});

afterAll(async () => {
  await client.end();
  await database.drop();
});

interface SearchHit {
  name: string;
  rank: number;
}

async function search(query: string, locale: Locale): Promise<SearchHit[]> {
  const { rows } = await client.query<SearchHit>(
    `with search as materialized ${searchQuerySql("$1::jsonb")}
     select t.name, ${searchRankSql("t.search", "search")} as rank
     from search join text t on t.locale = search.locale and t.search @@ search.anywhere
     order by rank desc, t.name`,
    [JSON.stringify(searchQuery(query, locale) ?? [])],
  );
  return rows;
}

async function vectorOf(text: SearchText): Promise<string> {
  const { rows } = await client.query<{ vector: string }>(`select ${searchVectorSql("$1::jsonb")}::text as vector`, [
    JSON.stringify(searchVector(text)),
  ]);
  return rows[0]?.vector ?? "";
}

describe("search", () => {
  it.each(CASES.map((each) => [each] as const))("%s", async ([locale, query, ...names]) => {
    const found = await search(query, locale);
    expect(found.map(({ name }) => name).sort()).toEqual([...names].sort());
  });

  it("finds the same with and without the index", async () => {
    await client.query("set enable_seqscan = off");
    try {
      for (const [locale, query, ...names] of CASES) {
        const found = await search(query, locale);
        expect(found.map(({ name }) => name).sort(), query).toEqual([...names].sort());
      }
    } finally {
      await client.query("reset enable_seqscan");
    }
  });

  it("ranks by where the words occur: adjacent in the title, title, remark, text", async () => {
    const ranks = async (query: string, locale: Locale = "en") =>
      Object.fromEntries((await search(query, locale)).map(({ name, rank }) => [name, rank]));
    expect(await ranks("cover letter")).toEqual({ letter: 3 });
    expect(await ranks("letter cover")).toEqual({ letter: 2 });
    expect(await ranks("resumes")).toEqual({ resume: 2 });
    expect(await ranks("resume job")).toEqual({ resume: 1 });
    expect(await ranks("convincing letter")).toEqual({ letter: 0 });
    expect(await ranks("to be or not to be")).toEqual({ who: 3 });
    expect(await ranks("写作助手", "zh")).toEqual({ 写作: 3 });
    expect(await ranks("助手 写作", "zh")).toEqual({ 写作: 2 });
    expect(await ranks("英语 学习", "zh")).toEqual({ 翻译: 1 });
    expect(await ranks("article", "fr")).toEqual({ fr: 3, article: 3 });
  });

  it("keeps stems out of phrases: no stem is adjacent to another lexeme", async () => {
    const vector = await vectorOf({ locale: "en", title: "letters", remark: "mails", content: "writing" });
    expect(vector).toBe("'letter':1A 'letters':7A 'mail':3B 'mails':10B 'write':5C 'writing':13C");
  });

  it("creates vectors for the longest and worst texts", async () => {
    const scripts = [0x4e00, 0x1100, 0x41, 0xe0, 0x410, 0x621, 0x905, 0x985, 0x20000];
    for (const [index, start] of scripts.entries()) {
      const random = seededRandom(index + 1);
      const char = () => String.fromCodePoint(start + random(start > 0x3000 ? 20_000 : 40));
      // In every run each script has words of one length.
      for (const word of [1, 3, 8, 200].filter((_, at) => isDeep || at === index % 4)) {
        const content = Array.from({ length: 40_000 }, (_, at) => (at % (word + 1) === word ? " " : char())).join("");
        for (const locale of ["en", "fr"] as const) {
          const vector = await vectorOf({
            locale,
            title: content.slice(0, 400),
            remark: content.slice(0, 2000),
            content,
          });
          expect(vector).toContain("A");
        }
      }
    }
  });

  it("runs fuzzed queries and stores fuzzed texts without an error", async () => {
    const random = seededRandom(42);
    const pick = <T>(from: readonly T[]): T => from[random(from.length)] as T;
    const specialPieces = [
      ..."&|!:*()'\\<>\"%$-.+#{}[];,/@ \t\n\0",
      "\uD800",
      "\uDC00",
      "😀",
      "👩‍👩‍👧",
      "\u0301",
      "<->",
      "%1$s",
      "':*A",
    ];
    const characters = TEXTS.flatMap(([, , title, content]) => `${title} ${content}`.split(/(?=[\s\S])/u));
    for (let run = 0; run < (isDeep ? 500 : 100); run += 1) {
      const length = run % 50 === 0 ? 10_000 : random(40);
      const piece = () =>
        pick([() => pick(specialPieces), () => pick(characters), () => String.fromCharCode(random(0x10000))])();
      const query = Array.from({ length }, piece).join("");
      const locale = pick(LOCALE_CODES);
      await search(query, locale);
      if (run % 10 === 0) await vectorOf({ locale, title: query, remark: query, content: query });
    }
  });

  it("ranks each text first when searching for its title", async () => {
    for (const [name, locale, title] of TEXTS) {
      const found = await search(title, locale);
      expect(found[0], title).toEqual({ name, rank: 3 });
    }
  });
});

/** A seeded random number generator. */
function seededRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
