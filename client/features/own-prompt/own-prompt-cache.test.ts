import { gql } from "@apollo/client";
import { describe, expect, it } from "vitest";
import { createCache } from "../../runtime/cache";
import { removeFromLists } from "./own-prompt-cache";

const QUERY = gql`
  query ($after: String) {
    viewer {
      all: prompts(first: 0) {
        totalCount
      }
      prompts(after: $after) {
        totalCount
        nodes {
          id
        }
      }
    }
    prompts {
      nodes {
        id
      }
    }
  }
`;

const connection = (ids: readonly string[]) => ({
  __typename: "PromptConnection",
  totalCount: ids.length,
  nodes: ids.map((id) => ({ __typename: "Prompt", id })),
});

function cacheWith(ids: readonly string[]) {
  const cache = createCache();
  const write = (own: readonly string[]) =>
    cache.writeQuery({
      query: QUERY,
      data: {
        viewer: {
          __typename: "Viewer",
          all: { __typename: "PromptConnection", totalCount: own.length },
          prompts: connection(own),
        },
        prompts: connection(ids),
      },
    });
  const shown = () => {
    const data = cache.readQuery<{
      viewer: { all: { totalCount: number }; prompts: { totalCount: number; nodes: { id: string }[] } };
      prompts: { nodes: { id: string }[] };
    }>({ query: QUERY });
    const idsOf = ({ nodes }: { nodes: { id: string }[] }) => nodes.map(({ id }) => id);
    if (!data) return null;
    const { all, prompts } = data.viewer;
    return { all: all.totalCount, total: prompts.totalCount, own: idsOf(prompts), public: idsOf(data.prompts) };
  };
  write(ids);
  return { cache, write, shown };
}

describe("a prompt that is taken out of the lists", () => {
  it("is gone from all of them with their totals, and comes back in its places", () => {
    const { cache, shown } = cacheWith(["1", "2", "3"]);
    const restore = removeFromLists(cache, "2", "all");
    expect(shown()).toEqual({ all: 2, total: 2, own: ["1", "3"], public: ["1", "3"] });
    restore();
    expect(shown()).toEqual({ all: 3, total: 3, own: ["1", "2", "3"], public: ["1", "2", "3"] });
  });

  it("does not keep the lists from being loaded further or anew", () => {
    const { cache, write, shown } = cacheWith(["1", "2", "3"]);
    const restore = removeFromLists(cache, "2", "all");
    write(["1", "3", "4"]);
    expect(shown()).toMatchObject({ all: 3, own: ["1", "3", "4"] });
    restore();
    expect(shown()).toMatchObject({ all: 4, total: 4, own: ["1", "2", "3", "4"] });
  });

  it("stays in the list of its author when it is not shared any more", () => {
    const { cache, shown } = cacheWith(["1", "2"]);
    removeFromLists(cache, "2", "public");
    expect(shown()).toEqual({ all: 2, total: 2, own: ["1", "2"], public: ["1"] });
  });
});
