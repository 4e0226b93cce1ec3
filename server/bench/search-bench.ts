import { readFile } from "node:fs/promises";
import { join } from "node:path";
import MiniSearch from "minisearch";
import pg from "pg";
import { LOCALE_CODES, type Locale } from "../../contract/locales";
import { buildApp } from "../app";
import { entities } from "../entities";
import { completeTexts, readLibrary, type Library } from "../library/library-files";
import { seedLibrary } from "../library/seed";
import { migrations } from "../migrations";
import { loadConfig, loadProcessConfig } from "../platform/config/config";
import { createDataSource } from "../platform/database/data-source";
import { startEmbeddedPostgres } from "../platform/database/embedded-postgres";
import { migrate } from "../platform/database/migrate";
import { Random } from "./random";
import { say, table } from "./report";

/** A query that somebody typed, and the numbers of the library's prompts that answer it. */
interface JudgedQuery {
  locale: Locale;
  query: string;
  answers: number[];
}

/** How well a search answered one query. */
interface Score {
  recall: number;
  isFirstRight: boolean;
  isEmpty: boolean;
}

const SEEN = 20;
const DATABASE = "bench_search";
const RESAMPLES = 2000;

/**
 * How much of what people look for the library's search finds: recall in the first 20, the share of queries whose first result is
 * right, and of those without any result, with 95 % intervals. Beside it MiniSearch, over the same texts and queries.
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
    await createDatabase(server.adminUrl, new URL(server.url).username);
    const url = Object.assign(new URL(server.url), { pathname: `/${DATABASE}` }).href;
    await compare(url, library, queries, showMisses);
  } finally {
    await server.stop();
  }
}

async function createDatabase(adminUrl: string, owner: string): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    await admin.query(`drop database if exists ${DATABASE} with (force)`);
    await admin.query(`create database ${DATABASE} owner ${owner}`);
  } finally {
    await admin.end();
  }
}

async function compare(url: string, library: Library, queries: JudgedQuery[], showMisses: boolean): Promise<void> {
  const dataSource = createDataSource({ url, entities, migrations });
  await dataSource.initialize();
  try {
    await migrate(dataSource, (runner) => seedLibrary(dataSource, runner));
    await dataSource.query("analyze");
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
        const scores: Score[] = [];
        for (const each of own) {
          const found = await search(each);
          const score = scoreOf(found, each.answers);
          scores.push(score);
          if (showMisses && name === "site" && (score.recall < 1 || !score.isFirstRight))
            say(
              `${locale} ${each.query}: ${found.slice(0, 8).join(" ")} … wanted ${each.answers.join(" ")} (recall ${score.recall.toFixed(2)})`,
            );
        }
        rows.push({ locale, name, scores });
      }
    }
    process.stdout.write(`${report(rows)}\n`);
    await app.close();
  } finally {
    await dataSource.destroy();
  }
}

function scoreOf(found: readonly number[], answers: readonly number[]): Score {
  const seen = found.slice(0, SEEN);
  const right = seen.filter((id) => answers.includes(id)).length;
  return {
    recall: right / Math.min(answers.length, SEEN),
    isFirstRight: answers.includes(seen[0] ?? 0),
    isEmpty: seen.length === 0,
  };
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
  scores: Score[];
}

function report(rows: readonly Row[]): string {
  const share = (of: (score: Score) => boolean) => (row: Row) => {
    const hits = row.scores.filter(of).length;
    const [low, high] = wilson(hits, row.scores.length);
    return `${(hits / row.scores.length).toFixed(3)} [${low.toFixed(2)}–${high.toFixed(2)}]`;
  };
  return table(
    [
      ["language", (row: Row) => row.locale],
      ["search", (row) => row.name],
      ["queries", (row) => String(row.scores.length)],
      [
        `recall in ${String(SEEN)}`,
        (row) => {
          const [low, high] = bootstrap(row.scores.map(({ recall }) => recall));
          return `${mean(row.scores.map(({ recall }) => recall)).toFixed(3)} [${low.toFixed(2)}–${high.toFixed(2)}]`;
        },
      ],
      ["first right", share(({ isFirstRight }) => isFirstRight)],
      ["empty", share(({ isEmpty }) => isEmpty)],
    ],
    rows,
  );
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The 95 % interval of a share. */
function wilson(hits: number, size: number): [number, number] {
  const z = 1.96;
  const share = hits / size;
  const middle = share + z ** 2 / (2 * size);
  const half = z * Math.sqrt((share * (1 - share)) / size + z ** 2 / (4 * size ** 2));
  return [(middle - half) / (1 + z ** 2 / size), (middle + half) / (1 + z ** 2 / size)];
}

/** The 95 % interval of a mean. */
function bootstrap(values: readonly number[]): [number, number] {
  const random = new Random(20_261_125);
  const means = Array.from({ length: RESAMPLES }, () => mean(values.map(() => random.pick(values)))).sort(
    (one, other) => one - other,
  );
  return [means[Math.floor(RESAMPLES * 0.025)] ?? 0, means[Math.floor(RESAMPLES * 0.975)] ?? 0];
}
