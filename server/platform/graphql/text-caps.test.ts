import "reflect-metadata";
import { graphql, type ExecutionResult } from "graphql";
import {
  ArgsType,
  Arg,
  Args,
  buildSchemaSync,
  Field,
  ID,
  InputType,
  Int,
  Mutation,
  ObjectType,
  Query,
  Resolver,
} from "type-graphql";
import { beforeEach, describe, expect, test } from "vitest";
import { DomainError } from "../domain/domain-error";
import type { Problem } from "../domain/problem";
import { graphqlErrorOf } from "./errors";
import { ProblemType } from "./problem.type";
import { hasInvalidCharacters } from "../domain/characters";
import { capTexts, TextCaps } from "./text-caps";

@InputType()
class Inner {
  @Field(() => [String], { nullable: true })
  @TextCaps({ maxLength: 3, maxItems: 2 })
  tags?: string[] | null;
}

@InputType()
class NoteInput {
  @Field(() => String, { nullable: true })
  title?: string | null;

  @Field(() => String, { nullable: true })
  @TextCaps({ maxLength: 1000 })
  body?: string | null;

  @Field(() => Inner, { nullable: true })
  inner?: Inner | null;
}

@ArgsType()
class NotesArgs {
  @Field(() => String, { nullable: true })
  @TextCaps({ maxLength: 1000 })
  after?: string | null;

  @Field(() => NoteInput, { nullable: true })
  like?: NoteInput | null;

  @Field(() => [NoteInput], { nullable: true })
  @TextCaps({ maxItems: 2 })
  all?: NoteInput[] | null;

  @Field(() => [ID], { nullable: true })
  ids?: string[] | null;
}

@ObjectType({ simpleResolvers: true })
class NotePayload {
  @Field(() => String, { nullable: true })
  note?: string | null;

  @Field(() => Boolean)
  accepted!: boolean;

  @Field(() => [ProblemType])
  problems!: Problem[];
}

let reached = 0;

@Resolver()
class NoteResolver {
  @Query(() => Int)
  notes(@Args(() => NotesArgs) _args: NotesArgs): number {
    return (reached += 1);
  }

  @Query(() => Int)
  size(@Arg("size", () => Int) size: number): number {
    return size;
  }

  @Mutation(() => NotePayload)
  write(
    @Arg("input", () => NoteInput) _input: NoteInput,
    @Arg("author", () => String, { nullable: true }) _author: string | null,
  ): NotePayload {
    reached += 1;
    return { note: "written", accepted: true, problems: [] };
  }

  @Mutation(() => Int)
  count(@Arg("word", () => String) _word: string): number {
    return (reached += 1);
  }
}

const plain = buildSchemaSync({ resolvers: [NoteResolver], validate: false });
const sizeBefore = plain.getQueryType()?.getFields()["size"]?.resolve;
const notes = capTexts(plain);
const run = (source: string, variableValues: Record<string, unknown> = {}) =>
  graphql({ schema: notes, source, variableValues });
const refusal = ({ errors }: ExecutionResult) =>
  errors?.map(({ originalError }) => originalError instanceof DomainError && graphqlErrorOf(originalError).extensions);

const ASK =
  "query ($after: String, $like: NoteInput, $all: [NoteInput!], $ids: [ID!]) { notes(after: $after, like: $like, all: $all, ids: $ids) }";
const WRITE =
  "mutation ($input: NoteInput!, $author: String) { write(input: $input, author: $author) { note accepted problems { code field limit } } }";

beforeEach(() => {
  reached = 0;
});

describe("a query's texts", () => {
  test.each([
    ["short", { after: "x", like: { title: "y", inner: { tags: ["abc", "de"] } }, ids: ["1"] }],
    ["as long as they may be", { after: "x".repeat(1000), like: { title: "é".repeat(512) }, ids: ["9".repeat(512)] }],
    ["not given", {}],
    ["null", { after: null, like: { inner: null, title: null }, ids: null }],
    ["of 30 marks in a row", { after: `a${"\u0301".repeat(30)}b${"\u0301".repeat(30)}` }],
    ["of 30 marks beyond the first plane", { after: "\u{e0100}".repeat(30) }],
    ["of every plane", { after: "\u{10ffff}\ufffe\ufdd0\ufeff\u202e🙂" }],
  ])("reach the resolver: %s", async (_name, variables) => {
    expect(await run(ASK, variables)).toEqual({ data: { notes: 1 } });
  });

  test.each([
    ["too long", "after", { after: "x".repeat(1001) }],
    ["too long by default", "like.title", { like: { title: "x".repeat(513) } }],
    ["too long within a list", "like.inner.tags", { like: { inner: { tags: ["a", "abcd"] } } }],
    ["too many", "like.inner.tags", { like: { inner: { tags: ["a", "b", "c"] } } }],
    ["too many by default", "ids", { ids: Array.from({ length: 201 }, () => "1") }],
    ["with NUL", "after", { after: "a\0b" }],
    ["with half a pair", "like.title", { like: { title: "a\ud800" } }],
    ["with the other half", "ids", { ids: ["1", "\udc00x"] }],
    ["too long in an object of a list", "all.1.inner.tags", { all: [{}, { inner: { tags: ["abcd", "abcd"] } }] }],
    ["too many objects", "all", { all: [{}, { title: "x".repeat(513) }, {}] }],
    ["with 31 marks", "after", { after: "\u0301".repeat(31) }],
    ["with 31 marks of two kinds", "after", { after: "\u0345\uff9e".repeat(16) }],
    ["with 31 marks beyond the first plane", "after", { after: "\u{e0100}".repeat(31) }],
    ["with 31 marks beside invisible characters", "after", { after: "\u0301\u0316\u00ad".repeat(16) }],
    ["with 31 marks beside control characters", "after", { after: "\u0301\u0316\u007f".repeat(16) }],
  ])("are refused before the resolver: %s", async (_name, argument, variables) => {
    expect(refusal(await run(ASK, variables))).toEqual([{ code: "BAD_USER_INPUT", argument }]);
    expect(reached).toBe(0);
  });

  test("are checked in the document as in variables, and in defaults of variables", async () => {
    const long = "x".repeat(513);
    for (const source of [
      `{ notes(like: { title: "${long}" }) }`,
      `{ notes(like: { title: """${long}""" }) }`,
      `query ($like: NoteInput = { title: "${long}" }) { notes(like: $like) }`,
      `{ other: notes(ids: "${long}") }`,
    ])
      expect(refusal(await run(source)), source.slice(0, 40)).toEqual([
        expect.objectContaining({ code: "BAD_USER_INPUT" }),
      ]);
  });
});

describe("a mutation", () => {
  test("reports all violations, with the paths of its arguments, and does nothing", async () => {
    const input = { title: "x".repeat(513), body: "a\0", inner: { tags: ["a", "b", "c"] } };
    expect(await run(WRITE, { input, author: "\ud83d" })).toEqual({
      data: {
        write: {
          note: null,
          accepted: false,
          problems: [
            { code: "INVALID_CHARACTERS", field: "author", limit: null },
            { code: "TOO_LONG", field: "input.title", limit: 512 },
            { code: "INVALID_CHARACTERS", field: "input.body", limit: null },
            { code: "TOO_MANY", field: "input.inner.tags", limit: 2 },
          ],
        },
      },
    });
    expect(reached).toBe(0);
    const { data } = await run(WRITE, { input: { title: "x", body: "x".repeat(1000) } });
    expect(data).toEqual({ write: { note: "written", accepted: true, problems: [] } });
    expect(reached).toBe(1);
  });

  test("without problems refuses like a query", async () => {
    expect(refusal(await run(`mutation { count(word: "\\u0000") }`))).toEqual([
      { code: "BAD_USER_INPUT", argument: "word" },
    ]);
  });
});

test("a field without texts keeps its original resolver", () => {
  expect(notes.getQueryType()?.getFields()["size"]?.resolve).toBe(sizeBefore);
});

test("a payload whose data cannot be null is rejected when the schema is built", () => {
  @ObjectType()
  class Stubborn {
    @Field(() => String)
    note!: string;

    @Field(() => [ProblemType])
    problems!: Problem[];
  }
  @Resolver()
  class StubbornResolver {
    @Query(() => Int)
    one(): number {
      return 1;
    }

    @Mutation(() => Stubborn)
    insist(@Arg("word", () => String) word: string): Stubborn {
      return { note: word, problems: [] };
    }
  }
  const stubborn = buildSchemaSync({ resolvers: [StubbornResolver], validate: false });
  expect(() => capTexts(stubborn)).toThrow("Stubborn.note");
});

test("texts of up to 30 marks in a row are valid, however long they are", () => {
  const texts = [
    "a".repeat(200_000),
    `a${"\u0301".repeat(30)}`.repeat(6000),
    "a\u0301".repeat(100_000),
    "写".repeat(200_000),
    "\u200b".repeat(200_000),
    "\u200ba\u0301".repeat(60_000),
  ];
  expect(texts.map(hasInvalidCharacters)).toEqual(texts.map(() => false));
});

test("no combining mark is missed, whatever a character normalizes to", () => {
  const missed: string[] = [];
  for (let code = 0; code <= 0x10ffff; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const character = String.fromCodePoint(code);
    const [first = ""] = character.normalize("NFKD");
    // U+0345 stands behind every other mark that is sorted.
    const isSorted = !`\u0345${first}`.normalize("NFD").startsWith("\u0345");
    if (isSorted && !hasInvalidCharacters(character.repeat(31))) missed.push(character);
  }
  expect(missed).toEqual([]);
});
