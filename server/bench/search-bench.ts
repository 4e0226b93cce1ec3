import { readFile } from "node:fs/promises";
import { join } from "node:path";
import MiniSearch from "minisearch";
import { LOCALE_CODES, type Locale } from "../../contract/locales";
import { buildApp } from "../app";
import { entities } from "../entities";
import { completeTexts, readLibrary, type Library } from "../library/library-files";
import { migrations } from "../migrations";
import { loadConfig, loadProcessConfig } from "../platform/config/config";
import { createDataSource } from "../platform/database/data-source";
import { startEmbeddedPostgres } from "../platform/database/embedded-postgres";
import { at, migrateAndSeed, recreateDatabase } from "./bench-database";
import { say, table } from "./report";

/** A query that somebody typed, and the numbers of the library's prompts that answer it. */
interface JudgedQuery {
  locale: Locale;
  query: string;
  answers: number[];
}

const SEEN = 20;
const DATABASE = "bench_search";

/**
 * How much of what people look for the library's search finds: recall in the first 20, the share of queries whose first result is
 * right, and of those without any result. Beside it MiniSearch, over the same texts and queries.
 * @param files of judged queries: [{"locale", "query", "answers": [number, …]}, …]
 * @param showMisses prints every query with an answer that is not found, or not first
 */
export async function benchSearch(files: readonly string[], showMisses: boolean): Promise<void> {
  const read = await Promise.all(files.map((file) => readFile(file, "utf8")));
  const queries = read.flatMap((text) => JSON.parse(text) as JudgedQuery[]);
  if (queries.length === 0) throw new Error("Usage: npm run bench -- search <file of queries> …");
  const library = await readLibrary();
  const server = await startEmbeddedPostgres(join(loadProcessConfig().dataDir, "bench"), { notice: say });
  try {
    await recreateDatabase(server, DATABASE);
    await compare(at(server.url, DATABASE), library, queries, showMisses);
  } finally {
    await server.stop();
  }
}

async function compare(url: string, library: Library, queries: JudgedQuery[], showMisses: boolean): Promise<void> {
  await migrateAndSeed(url);
  const dataSource = await createDataSource({ url, entities, migrations }).initialize();
  try {
    // It may take longer than a request may wait.
    await dataSource.query("set statement_timeout = 0; analyze; reset statement_timeout");
    const app = await buildApp({ config: loadConfig({ NODE_ENV: "production", WORK_BUDGET: "0" }), dataSource });
    const site = async ({ locale, query }: JudgedQuery) => {
      const payload = {
        query: `query ($locale: Locale!, $query: String!) {
          prompts(locale: $locale, filter: { query: $query, origin: LIBRARY }, first: ${String(SEEN)}) { nodes { id } }
        }`,
        variables: { locale: locale.toUpperCase(), query },
      };
      const answer = await app.inject({ method: "POST", url: "/graphql", payload });
      const { data } = answer.json<{ data: { prompts: { nodes: { id: string }[] } } }>();
      return data.prompts.nodes.map(({ id }) => Number(id));
    };
    const searches = { site, MiniSearch: miniSearch(library) };
    const rows: Row[] = [];
    for (const locale of LOCALE_CODES) {
      const own = queries.filter((each) => each.locale === locale);
      if (own.length === 0) continue;
      for (const [name, search] of Object.entries(searches)) {
        const row: Row = { locale, name, queries: own.length, recall: 0, firstRight: 0, empty: 0 };
        for (const each of own) {
          const found = (await search(each)).slice(0, SEEN);
          const recall = found.filter((id) => each.answers.includes(id)).length / Math.min(each.answers.length, SEEN);
          const isFirstRight = each.answers.includes(found[0] ?? 0);
          row.recall += recall / own.length;
          row.firstRight += Number(isFirstRight) / own.length;
          row.empty += Number(found.length === 0) / own.length;
          if (showMisses && name === "site" && (recall < 1 || !isFirstRight))
            say(`${locale} ${each.query}: ${found.slice(0, 8).join(" ")} … wanted ${each.answers.join(" ")}`);
        }
        rows.push(row);
      }
    }
    const result = table(
      [
        ["language", (row: Row) => row.locale],
        ["search", (row) => row.name],
        ["queries", (row) => String(row.queries)],
        [`recall in ${String(SEEN)}`, (row) => row.recall.toFixed(3)],
        ["first right", (row) => row.firstRight.toFixed(3)],
        ["empty", (row) => row.empty.toFixed(3)],
      ],
      rows,
    );
    process.stdout.write(`${result}\n`);
    await app.close();
  } finally {
    await dataSource.destroy();
  }
}

/** Any word, misspelled ones and beginnings too; words by the language's segmentation; without the words that are not shown. */
function miniSearch(library: Library): (query: JudgedQuery) => number[] {
  const indexes = new Map<Locale, MiniSearch>();
  return ({ locale, query }) => {
    let index = indexes.get(locale);
    if (!index) {
      const segmenter = new Intl.Segmenter(locale, { granularity: "word" });
      index = new MiniSearch({
        fields: ["title", "remark", "content"],
        tokenize: (text) =>
          [...segmenter.segment(text)].flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : [])),
        searchOptions: { fuzzy: 0.2, prefix: true, boost: { title: 3, remark: 2 } },
      });
      const texts = { ...completeTexts(library, "en"), ...completeTexts(library, locale) };
      index.addAll(Object.entries(texts).map(([id, { title, remark, content }]) => ({ id, title, remark, content })));
      indexes.set(locale, index);
    }
    return index.search(query).map(({ id }: { id: unknown }) => Number(id));
  };
}

interface Row {
  locale: Locale;
  name: string;
  queries: number;
  recall: number;
  firstRight: number;
  empty: number;
}
