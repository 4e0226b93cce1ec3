import { buildSchema, parse, validate } from "graphql";
import { expect, test } from "vitest";
import { DateTime } from "./scalars";

const schema = buildSchema("scalar DateTime type Query { since(a: DateTime, b: DateTime): Int }");
Object.assign(schema.getType("DateTime") ?? {}, { parseLiteral: DateTime.parseLiteral.bind(DateTime) });

test.each(['"2026-11-21"', '"2026-02-30T09:30:00Z"', '"2026-11-21T09:30:00"', "1795000000", "NOW"])(
  "%s is no moment, and the error says where it stands and what a moment looks like",
  (literal) => {
    const errors = validate(schema, parse(`{ since(a: "2026-11-21T09:30:00Z", b: ${literal}) }`));
    expect(errors.map(({ message, locations }) => ({ message, locations }))).toEqual([
      {
        message: "DateTime must be an ISO 8601 date and time with a time zone, such as 2026-11-21T09:30:00Z.",
        locations: [{ line: 1, column: 39 }],
      },
    ]);
  },
);
