import { describe, expect, it } from "vitest";
import { FavoriteOrder, moved } from "./favorite-order";

const settle = () => new Promise((resolve) => setImmediate(resolve));

function openList(...ids: string[]) {
  let shown: readonly string[] = ids;
  const moves: { id: string; before: string | null; accept(): void; refuse(): void }[] = [];
  const failures: unknown[] = [];
  const order = new FavoriteOrder({
    move: (id, before) =>
      new Promise((resolve, reject) => {
        moves.push({ id, before, accept: () => resolve(null), refuse: () => reject(new Error("refused")) });
      }),
    show: (next) => (shown = next),
    onFailure: (error) => failures.push(error),
  });
  const move = async (id: string, before: string | null) => {
    order.move(shown, id, before);
    await settle();
  };
  return { order, moves, failures, move, shown: () => shown.join("") };
}

describe("moved", () => {
  it.each([
    ["a", "c", "bac"],
    ["a", null, "bca"],
    ["c", "a", "cab"],
    ["b", "b", "abc"],
    ["x", "a", "abc"],
    ["a", "x", "abc"],
  ])("%s in front of %s", (id, before, expected) => {
    expect(moved(["a", "b", "c"], id, before).join("")).toBe(expected);
  });
});

describe("the order of favourites", () => {
  it("changes at once; several moves are sent one after the other", async () => {
    const { moves, move, shown, order } = openList("a", "b", "c");
    await move("a", null);
    await move("c", "b");
    expect([shown(), moves.length, order.isBusy]).toEqual(["cba", 1, true]);
    moves[0]?.accept();
    await settle();
    moves[1]?.accept();
    await settle();
    expect(moves.map(({ id, before }) => [id, before])).toEqual([
      ["a", null],
      ["c", "b"],
    ]);
    expect([shown(), order.isBusy]).toEqual(["cba", false]);
  });

  it("a refusal puts back what the server has, and drops the moves after it", async () => {
    const { moves, move, shown, failures, order } = openList("a", "b", "c");
    await move("a", null);
    await move("c", "b");
    await move("a", "b");
    moves[0]?.accept();
    await settle();
    moves[1]?.refuse();
    await settle();
    expect([shown(), moves.length, failures.length, order.isBusy]).toEqual(["bca", 2, 1, false]);
    await move("b", null);
    moves[2]?.accept();
    await settle();
    expect(shown()).toBe("cab");
  });

  it("a move to the same place is none", async () => {
    const { moves, move } = openList("a", "b");
    await move("a", "b");
    await move("b", null);
    expect(moves).toEqual([]);
  });
});
