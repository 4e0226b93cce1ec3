import { ApolloClient, ApolloLink, gql, InMemoryCache, type TypedDocumentNode } from "@apollo/client";
import { Subject } from "rxjs";
import { afterEach, expect, it, vi } from "vitest";
import { IN_ORDER, inOrder } from "./in-order";

const COUNT: TypedDocumentNode<{ count: number }, Record<string, never>> = gql`
  query {
    count
  }
`;
type Count = ApolloLink.Result<{ count: number }>;

/** A client whose requests are answered by hand, and the counts that it has delivered, in that order. */
function waiting() {
  const sent: Subject<Count>[] = [];
  const server = new ApolloLink(() => {
    const answer = new Subject<Count>();
    sent.push(answer);
    return answer;
  });
  const deliver = inOrder();
  const delivery = new ApolloLink((operation, forward) =>
    operation.getContext()["deliver"] ? deliver(forward(operation)) : forward(operation),
  );
  const link = ApolloLink.from([delivery, server]);
  const client = new ApolloClient({ cache: new InMemoryCache(), link, devtools: { enabled: false } });
  const delivered: unknown[] = [];
  const ask = (context: object = IN_ORDER) =>
    client.query({ query: COUNT, context, fetchPolicy: "network-only" }).then(
      ({ data }) => delivered.push(data?.count),
      () => delivered.push("failed"),
    );
  const answer = async (index: number, count: number) => {
    sent[index]?.next({ data: { count } });
    sent[index]?.complete();
    await settled();
  };
  const fail = async (index: number) => {
    sent[index]?.error(new Error("The network is gone."));
    await settled();
  };
  const shown = () => client.readQuery({ query: COUNT })?.count;
  return { sent, delivered, ask, answer, fail, shown };
}

/** Past all that is to happen without waiting for anything. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

it("answers are delivered in the order in which they were asked for, though all are sent at once", async () => {
  const { sent, delivered, ask, answer, shown } = waiting();
  for (let count = 0; count < 3; count++) void ask();
  expect(sent).toHaveLength(3);
  await answer(2, 3);
  await answer(1, 2);
  expect(delivered).toEqual([]);
  await answer(0, 1);
  expect(delivered).toEqual([1, 2, 3]);
  expect(shown()).toBe(3);
});

it("one that fails holds nothing back", async () => {
  const { delivered, ask, answer, fail } = waiting();
  for (let count = 0; count < 3; count++) void ask();
  await answer(2, 3);
  await fail(1);
  await fail(0);
  expect(delivered).toEqual(["failed", "failed", 3]);
});

afterEach(() => {
  vi.useRealTimers();
});

it("one that does not come holds the others back for ten seconds, and fails if it comes at last", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { sent, delivered, ask } = waiting();
  for (let count = 0; count < 3; count++) void ask();
  sent[1]?.next({ data: { count: 2 } });
  sent[1]?.complete();
  await vi.advanceTimersByTimeAsync(9_900);
  expect(delivered).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect(delivered).toEqual([2]);
  // Nothing waits for it a second time.
  void ask();
  for (const [index, count] of [
    [2, 3],
    [3, 4],
  ] as const) {
    sent[index]?.next({ data: { count } });
    sent[index]?.complete();
    await vi.advanceTimersByTimeAsync(1);
  }
  expect(delivered).toEqual([2, 3, 4]);
  sent[0]?.next({ data: { count: 1 } });
  await vi.advanceTimersByTimeAsync(1);
  expect(delivered).toEqual([2, 3, 4, "failed"]);
});

it("other operations wait for none", async () => {
  const { delivered, ask, answer } = waiting();
  void ask();
  void ask({});
  await answer(1, 2);
  expect(delivered).toEqual([2]);
});
