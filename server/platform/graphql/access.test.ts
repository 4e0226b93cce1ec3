import "reflect-metadata";
import { graphql } from "graphql";
import { Field, Int, Mutation, ObjectType, Query, Resolver } from "type-graphql";
import { describe, expect, test } from "vitest";
import { schemaOf } from "../../schema";
import { ACCESS_LEVELS, type AccessLevel } from "../domain/access";
import type { Actor } from "../domain/actor";
import { DomainError } from "../domain/domain-error";
import { Access } from "./access";

const caller = { address: "192.0.2.1", userAgent: "Test" };
const ACTORS: Record<string, Actor> = {
  visitor: { kind: "visitor", caller },
  "READ token": { kind: "token", caller, userId: "1", tokenId: "1", scope: "READ" },
  "WRITE token": { kind: "token", caller, userId: "1", tokenId: "1", scope: "WRITE" },
  member: { kind: "session", caller, userId: "1", sessionId: "s", isModerator: false },
  moderator: { kind: "session", caller, userId: "1", sessionId: "s", isModerator: true },
};

/** What each is told, by the level that a field declares. */
const TOLD: Record<AccessLevel, readonly string[]> = {
  public: ["done", "done", "done", "done", "done"],
  read: ["UNAUTHENTICATED", "done", "done", "done", "done"],
  write: ["UNAUTHENTICATED", "FORBIDDEN", "done", "done", "done"],
  session: ["UNAUTHENTICATED", "FORBIDDEN", "FORBIDDEN", "done", "done"],
  moderator: ["UNAUTHENTICATED", "FORBIDDEN", "FORBIDDEN", "FORBIDDEN", "done"],
};

let done: string[] = [];
const act = (what: string) => done.push(what);

@Access("session")
@ObjectType()
class Secret {
  @Field(() => Int)
  number!: number;

  @Access("public")
  @Field(() => Int)
  hint!: number;
}

@Resolver()
class DeclaredResolver {
  @Access("public")
  @Query(() => Secret)
  secret(): Secret {
    return { number: 42, hint: 4 };
  }

  @Access("public")
  @Mutation(() => Int)
  public(): number {
    return act("public");
  }

  @Access("read")
  @Mutation(() => Int)
  read(): number {
    return act("read");
  }

  @Access("write")
  @Mutation(() => Int)
  write(): number {
    return act("write");
  }

  @Access("session")
  @Mutation(() => Int)
  session(): number {
    return act("session");
  }

  @Access("moderator")
  @Mutation(() => Int)
  moderator(): number {
    return act("moderator");
  }
}

const declared = schemaOf([DeclaredResolver]);

async function ask(source: string, actor: Actor | undefined) {
  done = [];
  const { data, errors } = await graphql({
    schema: declared,
    source,
    contextValue: { actor, forgetLoaded: () => undefined },
  });
  const cause = errors?.[0]?.originalError;
  return { data, told: cause instanceof DomainError ? cause.code : (cause ?? "done") };
}

describe.each(ACCESS_LEVELS)("what is for %s", (level) => {
  test.each(Object.keys(ACTORS).map((name, at) => [name, TOLD[level][at]]))("by a %s: %s", async (name, told) => {
    expect((await ask(`mutation { ${level} }`, ACTORS[name])).told).toBe(told);
    expect(done).toEqual(told === "done" ? [level] : []);
  });
});

test("fields have the access level of their type unless they declare their own", async () => {
  expect(await ask("{ secret { hint } }", ACTORS["visitor"])).toMatchObject({ told: "done" });
  expect(await ask("{ secret { number } }", ACTORS["visitor"])).toEqual({ data: null, told: "UNAUTHENTICATED" });
  expect(await ask("{ secret { hint number } }", ACTORS["WRITE token"])).toEqual({ data: null, told: "FORBIDDEN" });
  expect(await ask("{ secret { number } }", ACTORS["member"])).toMatchObject({ data: { secret: { number: 42 } } });
});

test("descriptions document the required access", () => {
  const fields = declared.getMutationType()?.getFields() ?? {};
  const said = Object.fromEntries(Object.values(fields).map(({ name, description }) => [name, description]));
  expect(said["public"]).toBeFalsy();
  expect(said["session"]).toBe("Needs a session: UNAUTHENTICATED for a visitor, FORBIDDEN for an API token.");
});

describe("a schema with undeclared access is rejected:", () => {
  test("a mutation", () => {
    @Resolver()
    class UndeclaredResolver {
      @Mutation(() => Int)
      forgotten(): number {
        return 1;
      }
    }
    expect(() => schemaOf([DeclaredResolver, UndeclaredResolver])).toThrow("Declare @Access of Mutation.forgotten.");
  });

  test("a query", () => {
    @Resolver()
    class UndeclaredResolver {
      @Query(() => Int)
      forgotten(): number {
        return 1;
      }
    }
    expect(() => schemaOf([DeclaredResolver, UndeclaredResolver])).toThrow("Declare @Access of Query.forgotten.");
  });

  test("a type", () => {
    @ObjectType()
    class Undeclared {
      @Access("public")
      @Field(() => Int)
      one!: number;

      @Field(() => Int)
      other!: number;
    }
    @Resolver()
    class UndeclaredResolver {
      @Access("public")
      @Query(() => Undeclared)
      undeclared(): Undeclared {
        return { one: 1, other: 2 };
      }
    }
    expect(() => schemaOf([DeclaredResolver, UndeclaredResolver])).toThrow("Declare @Access of Undeclared.other.");
  });
});
