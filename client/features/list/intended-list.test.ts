import { expect, it, describe, vi } from "vitest";
import { Destination } from "../../runtime/destination";
import { IntendedList } from "./intended-list";
import { changeList, clearFilters, toggleTag } from "./list-state";

/** A list, and a router that takes as long as the test wants. */
function listAt(search: string) {
  const at = { pathname: "/en/", search };
  const destination = new Destination(at);
  const list = new IntendedList(destination, "/en/", new Set(["ai", "code"]));
  const go = vi.fn((to: string) => destination.set(destination.entry(), { pathname: "/en/", search: to }));
  const arrive = () => destination.set(destination.place(), null);
  const leave = (to: { pathname: string; search: string }) => destination.set(destination.entry(), to);
  return { list, go, arrive, leave };
}

describe("the list that the reader has asked for", () => {
  it("has both changes when the second is made before the first has loaded", () => {
    const { list, go, arrive } = listAt("");
    list.ask((state) => toggleTag(state, "code"), go);
    expect(list.isLoading()).toBe(true);
    list.ask((state) => toggleTag(state, "ai"), go);
    expect(list.search()).toBe("?tag=ai&tag=code");
    arrive();
    expect(list.isLoading()).toBe(false);
    expect(list.search()).toBe("?tag=ai&tag=code");
  });

  it("has the words that are still being typed, unless they are cleared", () => {
    const { list, go } = listAt("?tag=ai");
    const show = vi.fn();
    list.attach({ take: () => "tea", show });
    list.ask((state) => toggleTag(state, "code"), go);
    expect(list.search()).toBe("?q=tea&tag=ai&tag=code");
    expect(show).toHaveBeenLastCalledWith("tea");
    list.ask(clearFilters, go);
    expect(list.search()).toBe("");
    expect(show).toHaveBeenLastCalledWith("");
  });

  it("is where Back leads, when that comes last", () => {
    const { list, go, leave } = listAt("?tag=ai");
    list.ask((state) => toggleTag(state, "code"), go);
    leave({ pathname: "/en/", search: "?q=tea" });
    list.ask((state) => changeList(state, { order: "asc" }), go);
    expect(list.search()).toBe("?q=tea&order=asc");
  });

  it("stays the last one while the reader leaves for another page", () => {
    const { list, go, leave } = listAt("");
    list.ask((state) => toggleTag(state, "code"), go);
    leave({ pathname: "/en/prompt/1", search: "" });
    expect(list.isHere()).toBe(false);
    expect(list.isLoading()).toBe(false);
    list.ask((state) => toggleTag(state, "ai"), go);
    expect(list.search()).toBe("?tag=ai&tag=code");
  });

  it("ignores tags that do not exist", () => {
    const { list, go } = listAt("?tag=no-such-tag");
    list.ask((state) => toggleTag(state, "code"), go);
    expect(list.search()).toBe("?tag=code");
  });

  it("replaces the history entry of the same search with other words, and nothing that is still loading", () => {
    const { list, go, arrive } = listAt("");
    const words = (q: string) => list.ask((state) => changeList(state, { q }), go);
    words("t");
    words("te");
    expect(go.mock.calls).toEqual([
      ["?q=t", false],
      ["?q=te", false],
    ]);
    arrive();
    words("tea");
    expect(go).toHaveBeenLastCalledWith("?q=tea", true);
    list.ask((state) => toggleTag(state, "code"), go);
    expect(go).toHaveBeenLastCalledWith("?q=tea&tag=code", false);
    list.ask((state) => toggleTag(state, "code"), go);
    expect(go).toHaveBeenLastCalledWith("?q=tea", true);
  });

  it("knows once whether the list shown is one that was asked for", () => {
    const { list, go, arrive, leave } = listAt("");
    expect(list.takeAsked()).toBe(false);
    list.ask((state) => toggleTag(state, "code"), go);
    arrive();
    expect(list.takeAsked()).toBe(true);
    expect(list.takeAsked()).toBe(false);
    list.ask((state) => toggleTag(state, "ai"), go);
    leave({ pathname: "/en/", search: "" });
    arrive();
    expect(list.takeAsked()).toBe(false);
  });
});
