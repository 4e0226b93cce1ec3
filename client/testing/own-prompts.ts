import type { Ref } from "@graphql-tools/mock";
import { GraphQLError } from "graphql";
import { MockedApi, type Resolvers } from "./mocked-api";

interface Words {
  title: string;
  content: string;
  remark?: string | null;
  notes?: string | null;
}

interface OwnPrompt {
  /** By language, the first one of all others. */
  texts: Record<string, Words>;
  shared: boolean;
  version: number;
  isDeleted: boolean;
}

type Text = Partial<Words> & { locale?: string };

interface Arguments {
  texts?: Text[];
  removedLocales?: string[];
  shared?: boolean;
  expectedUpdatedAt?: string;
  idempotencyKey?: string;
}

/** The prompts of member 42, and an API that keeps them. */
export class OwnPrompts {
  /** By number, the newest last. */
  readonly all = new Map<string, OwnPrompt>();
  readonly api: MockedApi;
  /** The numbers of prompts by the keys that they were made with. */
  private readonly made = new Map<string, string>();

  constructor(titles: readonly string[] = [], resolvers: Resolvers = {}) {
    for (const title of titles) this.add(title);
    this.api = new MockedApi(this.resolvers(resolvers), "42");
  }

  /** @returns its number */
  add(title: string, content = "Explain {{topic}}.", shared = false): string {
    const id = String(this.all.size + 1);
    this.all.set(id, { texts: { EN: { title, content } }, shared, version: 1, isDeleted: false });
    return id;
  }

  /** Changes a prompt, as another device does: the text in its first language, unless another one is said. */
  change(id: string, text: Text, removed: readonly string[] = []): void {
    this.write(id, [text], undefined, removed);
  }

  private write(id: string, texts: readonly Text[], shared?: boolean, removed: readonly string[] = []): void {
    const prompt = this.of(id);
    for (const { locale, ...words } of texts) {
      const language = locale ?? Object.keys(prompt.texts)[0] ?? "EN";
      prompt.texts[language] = { title: "", content: "", ...prompt.texts[language], ...words };
    }
    prompt.texts = Object.fromEntries(Object.entries(prompt.texts).filter(([locale]) => !removed.includes(locale)));
    prompt.shared = shared ?? prompt.shared;
    prompt.version += 1;
  }

  bringBack(id: string): void {
    const prompt = this.all.get(id);
    if (prompt) prompt.isDeleted = false;
  }

  private of(id: unknown): OwnPrompt {
    const prompt = this.all.get(id as string);
    if (!prompt || prompt.isDeleted) throw new GraphQLError("", { extensions: { code: "NOT_FOUND" } });
    return prompt;
  }

  private updatedAt(id: unknown): string {
    return timeOf(this.of(id).version);
  }

  private resolvers(others: Resolvers): Resolvers {
    const idOf = (it: unknown) => (it as Ref).$ref.key;
    const reference = (id: unknown) => (id === undefined ? null : this.api.store.get("Prompt", id as string));
    const there = () => [...this.all].flatMap(([id, { isDeleted }]) => (isDeleted ? [] : [id])).reverse();
    return {
      ...others,
      Prompt: {
        text: (it, { locale }) => {
          const { texts } = this.of(idOf(it));
          const shown = texts[locale as string] ? (locale as string) : (Object.keys(texts)[0] ?? "");
          return { ...answered(shown, texts[shown]), excerpt: texts[shown]?.content ?? "", excerptIsWhole: true };
        },
        texts: (it) => {
          const { texts } = this.of(idOf(it));
          return Object.entries(texts).map(([locale, words]) => ({
            id: `x${idOf(it)}-${locale}`,
            ...answered(locale, words),
          }));
        },
        locales: (it) => Object.keys(this.of(idOf(it)).texts).sort(),
        sourceLocale: (it) => Object.keys(this.of(idOf(it)).texts)[0],
        shared: (it) => this.of(idOf(it)).shared,
        createdAt: () => timeOf(1),
        updatedAt: (it) => this.updatedAt(idOf(it)),
        viewerCanEdit: () => this.api.account === "42",
        author: () => this.api.store.get("User", "42"),
        tags: () => [],
        history: () => ({ totalCount: 0, edges: [], pageInfo: { hasNextPage: false } }),
        related: () => [],
        copyOf: () => null,
        previous: (it) => reference(there().find((id) => Number(id) < Number(idOf(it)))),
        next: (it) => reference(there().findLast((id) => Number(id) > Number(idOf(it)))),
        ...others["Prompt"],
      },
      User: { promptCount: () => there().filter((id) => this.of(id).shared).length, ...others["User"] },
      Viewer: {
        prompts: (_, { first, filter }) => {
          const query = (filter as { query?: string | null } | null)?.query ?? "";
          const own = this.api.account === "42" ? there() : [];
          const found = own.filter((id) => Object.values(this.of(id).texts).some(({ title }) => title.includes(query)));
          return {
            totalCount: found.length,
            totalCountIsExact: true,
            search: null,
            nodes: found.slice(0, first as number).map(reference),
            pageInfo: { hasNextPage: false, endCursor: null },
          };
        },
        ...others["Viewer"],
      },
      Query: {
        prompt: (_, { id }) => (this.all.get(id as string)?.isDeleted === false ? reference(id) : null),
        ...others["Query"],
      },
      Mutation: {
        createPrompt: (_, given) => {
          if (this.api.failure) throw new GraphQLError("", { extensions: { code: "UNAUTHENTICATED" } });
          const { texts = [], shared, idempotencyKey } = given as Arguments;
          const known = idempotencyKey && this.made.get(idempotencyKey);
          if (known) return { prompt: reference(known), problems: [], duplicateOf: null };
          const id = String(this.all.size + 1);
          this.all.set(id, { texts: {}, shared: false, version: 0, isDeleted: false });
          if (idempotencyKey) this.made.set(idempotencyKey, id);
          this.write(id, texts, shared);
          return { prompt: reference(id), problems: [], duplicateOf: null };
        },
        updatePrompt: (_, { promptId, ...given }) => {
          const {
            expectedUpdatedAt = this.updatedAt(promptId),
            texts = [],
            removedLocales,
            shared,
          } = given as Arguments;
          const isOld = new Date(expectedUpdatedAt).toISOString() !== this.updatedAt(promptId);
          const problems = isOld ? [{ code: "CONFLICT", field: null, limit: null }] : [];
          if (!isOld) this.write(promptId as string, texts, shared, removedLocales);
          const [prompt, newest] = isOld ? [null, reference(promptId)] : [reference(promptId), null];
          return { prompt, problems, duplicateOf: null, newest };
        },
        deletePrompt: (_, { promptId: id }) => {
          this.of(id).isDeleted = true;
          return { problems: [], undoableUntil: null };
        },
        undoDeletePrompt: (_, { promptId: id }) => {
          this.bringBack(id as string);
          return { prompt: reference(id), problems: [], duplicateOf: null };
        },
        ...others["Mutation"],
      },
    };
  }
}

/** When a prompt got to a version. */
const timeOf = (version: number) => new Date(1_790_000_000_000 + version).toISOString();

function answered(locale: string, { title = "", content = "", remark = null, notes = null }: Partial<Words> = {}) {
  return { locale, title, content, remark, notes };
}
