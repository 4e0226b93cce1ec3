import { onlineManager, QueryClient } from "@tanstack/react-query";
import { afterEach, expect, it, vi } from "vitest";
import { MARK, type Mark, marked, sendMarks } from "./marks";
import { listQuery, type Prompt, promptQuery, promptsOf, type Source } from "./prompts";

const SOURCE: Source = { site: "https://prompts.example", locale: "en", token: "secret", account: "token-1" };
const PROMPT: Prompt = {
  id: "7",
  origin: "LIBRARY",
  upvoteDifference: 4,
  viewerCanEdit: false,
  viewerHasFavorited: false,
  viewerVote: "DOWN",
  locales: ["EN"],
  tags: [],
  text: { locale: "EN", title: "A letter", remark: null, content: "Write." },
};
const VOTE: Mark = { id: "7", account: "token-1", kind: "vote", value: "UP", former: "DOWN" };

afterEach(() => {
  onlineManager.setOnline(true);
  vi.unstubAllGlobals();
});

/** A client that shows the prompt, and a site that answers so to each request in turn. */
function open(answers: (() => Response)[]) {
  const fetched = vi.fn<(address: string, request: RequestInit) => Promise<Response>>(async () => {
    const answer = answers.shift();
    if (!answer) throw new TypeError("Failed to fetch");
    return Promise.resolve(answer());
  });
  vi.stubGlobal("fetch", fetched);
  const client = new QueryClient();
  client.mount();
  sendMarks(client, (account) => Promise.resolve(account === SOURCE.account ? SOURCE : null));
  const { queryKey } = promptQuery(SOURCE, "7");
  client.setQueryData(queryKey, PROMPT);
  const cache = client.getMutationCache();
  const mutation = cache.build<unknown, Error, Mark, unknown>(
    client,
    client.defaultMutationOptions({ mutationKey: MARK }),
  );
  return {
    client,
    fetched,
    mutation,
    shown: () => client.getQueryData<Prompt>(queryKey),
    close: () => client.unmount(),
  };
}

const accepted = () => Response.json({ data: { vote: { problems: [] } } });
const refused = () => Response.json({ data: { vote: { problems: [{ code: "TOO_MANY" }] } } });

it("a vote takes the place of the former one in the support", () => {
  expect(marked(PROMPT, VOTE)).toEqual({ ...PROMPT, viewerVote: "UP", upvoteDifference: 6 });
  expect(marked({ ...PROMPT, id: "8" }, VOTE)).toEqual({ ...PROMPT, id: "8" });
});

it("a heart leaves the support alone", () => {
  const heart: Mark = { id: "7", account: "token-1", kind: "favorite", value: true, former: false };
  expect(marked(PROMPT, heart)).toEqual({ ...PROMPT, viewerHasFavorited: true });
});

it("is sent with the token, without the browser's session on the site", async () => {
  const { fetched, mutation, shown, close } = open([accepted]);
  await mutation.execute(VOTE);
  expect(fetched).toHaveBeenCalledOnce();
  const [address, request] = fetched.mock.calls[0] ?? [];
  expect(address).toBe("https://prompts.example/graphql");
  expect(request).toMatchObject({ credentials: "omit", headers: { authorization: "Bearer secret" } });
  expect(shown()).toMatchObject({ viewerVote: "UP", upvoteDifference: 6 });
  close();
});

it("waits while the site is away, and is sent once it answers", async () => {
  const answers: (() => Response)[] = [];
  const { fetched, mutation, shown, close } = open(answers);
  const sent = mutation.execute(VOTE);
  await expect.poll(() => mutation.state.isPaused).toBe(true);
  expect(shown()).toMatchObject({ viewerVote: "UP" });
  answers.push(accepted);
  onlineManager.setOnline(true);
  await sent;
  expect(fetched).toHaveBeenCalledTimes(2);
  close();
});

it("lists keep their age, and are asked for again where they were to be", async () => {
  const { client, mutation, close } = open([accepted]);
  const list = { tab: "favorites", words: "", tags: [], sort: "release" } as const;
  const { queryKey } = listQuery(SOURCE, list);
  const page = { edges: [{ node: PROMPT, highlights: null }] };
  client.setQueryData(queryKey, { pages: [page], pageParams: [null] }, { updatedAt: 100 });
  await client.invalidateQueries({ queryKey });
  await mutation.execute(VOTE);
  expect(client.getQueryState(queryKey)).toMatchObject({ dataUpdatedAt: 100, isInvalidated: true });
  expect(promptsOf(client.getQueryData(queryKey))).toMatchObject([{ node: { viewerVote: "UP" } }]);
  close();
});

it("is shown for its own account alone: other sites have a prompt of the same number", async () => {
  const { client, mutation, close } = open([accepted]);
  const other = promptQuery({ ...SOURCE, site: "https://other.example", account: "token-2" }, "7").queryKey;
  const visitor = promptQuery({ ...SOURCE, token: null, account: null }, "7").queryKey;
  for (const key of [other, visitor]) client.setQueryData(key, PROMPT);
  await mutation.execute(VOTE);
  for (const key of [other, visitor]) expect(client.getQueryData(key)).toEqual(PROMPT);
  close();
});

it("is sent to nobody else, once the panel is connected with another account", async () => {
  const { fetched, mutation, close } = open([accepted]);
  await expect(mutation.execute({ ...VOTE, account: "token-2" })).rejects.toMatchObject({ code: "NOT_CONNECTED" });
  expect(fetched).not.toHaveBeenCalled();
  close();
});

it("is taken back when the site refuses it", async () => {
  const { mutation, shown, close } = open([refused]);
  await expect(mutation.execute(VOTE)).rejects.toMatchObject({ code: "TOO_MANY" });
  expect(shown()).toEqual(PROMPT);
  close();
});
