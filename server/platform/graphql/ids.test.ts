import { describe, expect, it } from "vitest";
import { buildSchema, graphqlSync } from "graphql";
import { idOf, markIds, parseId } from "./ids";

/** The fields of the root are what the arguments were when their resolver ran. */
function ask(query: string): unknown {
  const schema = markIds(
    buildSchema(`
      type Comment { id: ID! parentId: ID }
      type Prompt { id: ID! }
      type Query { comment(id: ID!): Comment prompt(id: ID!): Prompt told(commentId: ID, notificationIds: [ID!]): String }
    `),
  );
  const rootValue = {
    comment: ({ id }: { id: string }) => ({ id, parentId: id === "" ? null : "1" }),
    prompt: ({ id }: { id: string }) => ({ id }),
    told: (given: object) => JSON.stringify(given),
  };
  return graphqlSync({ schema, source: query, rootValue }).data;
}

describe("an id of the API", () => {
  it("has the letter of its type on the way out, and loses it on the way in", () => {
    expect(ask(`{ comment(id: "c7") { id parentId } }`)).toEqual({ comment: { id: "c7", parentId: "c1" } });
    expect(ask(`{ told(commentId: "c7", notificationIds: ["n1", "n2"]) }`)).toEqual({
      told: JSON.stringify({ commentId: "7", notificationIds: ["1", "2"] }),
    });
    expect(ask(`{ told(commentId: null) }`)).toEqual({ told: JSON.stringify({ commentId: null }) });
  });

  it("of a prompt is its number", () => {
    expect(ask(`{ prompt(id: 7) { id } }`)).toEqual({ prompt: { id: "7" } });
  });

  it.each(["7", "u7", "C7", "", "7c"])("of another type names nothing: %j", (id) => {
    expect(ask(`{ comment(id: "${id}") { parentId } }`)).toEqual({ comment: { parentId: null } });
  });

  it("tells its type", () => {
    expect(parseId(idOf("User", "3"))).toEqual({ type: "User", id: "3" });
    expect(parseId("1001")).toEqual({ type: "Prompt", id: "1001" });
    expect([parseId(""), parseId("z1")]).toEqual([undefined, undefined]);
  });

  it("whose type is not known, or that stands in an input, is an error of the schema", () => {
    expect(() => markIds(buildSchema("type Query { a(thingId: ID): Int }"))).toThrow("Query.a(thingId)");
    expect(() => markIds(buildSchema("input I { id: ID } type Query { a(i: I): Int }"))).toThrow("I");
  });
});
