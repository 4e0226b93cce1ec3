import { QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { findKept, keptPrompts, listQuery, type ListState, type Prompt, type Tab } from "./prompts";

const SOURCE = { site: "https://prompts.example", locale: "en", token: null, account: null } as const;

function prompt(id: string, title: string, tags: string[] = []): Prompt {
  return {
    id,
    origin: "LIBRARY",
    upvoteDifference: 0,
    viewerCanEdit: false,
    viewerHasFavorited: false,
    viewerVote: "NONE",
    locales: ["EN"],
    tags: tags.map((slug) => ({ slug, label: slug.toUpperCase() })),
    text: { locale: "EN", title, remark: null, content: `Text of ${title}` },
  };
}

/** As if the list had been answered then. */
function answer(
  client: QueryClient,
  list: Partial<ListState> & { tab: Tab },
  prompts: Prompt[],
  updatedAt: number,
): void {
  const state: ListState = { words: "", tags: [], sort: "support", ...list };
  const page = { edges: prompts.map((node) => ({ node, highlights: null })) };
  client.setQueryData(listQuery(SOURCE, state).queryKey, { pages: [page], pageParams: [null] }, { updatedAt });
}

it("of the lists of a tab each prompt is kept once, those of the newest list first", () => {
  const client = new QueryClient();
  answer(client, { tab: "library" }, [prompt("1", "Old"), prompt("2", "Both")], 100);
  answer(client, { tab: "library", words: "both" }, [prompt("2", "Both, changed")], 200);
  answer(client, { tab: "community" }, [prompt("1001", "Elsewhere")], 300);
  const kept = keptPrompts(client, SOURCE, "library");
  expect(kept.prompts.map(({ text }) => text.title)).toEqual(["Both, changed", "Old"]);
  expect(kept.since).toBe(200);
  expect(keptPrompts(client, { ...SOURCE, locale: "de" }, "library")).toEqual({ prompts: [], since: undefined });
});

it.each([
  ["", [], ["1", "2"]],
  ["LAMP", [], ["1"]],
  ["lamp text", [], ["1"]],
  ["lamp tower", [], []],
  ["sea", [], ["2"]],
  ["", ["sea"], ["2"]],
  ["", ["sea", "fire"], ["1", "2"]],
])("kept prompts with the words %j and one of the tags %j", (words, tags, expected) => {
  const prompts = [prompt("1", "Lamp oil", ["fire"]), prompt("2", "Tower", ["sea"])];
  expect(findKept(prompts, { words, tags }).map(({ id }) => id)).toEqual(expected);
});
