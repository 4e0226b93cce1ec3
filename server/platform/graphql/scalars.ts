import { type ASTNode, GraphQLError, GraphQLScalarType, Kind } from "graphql";

/** The date scalar of the schema; TypeGraphQL's own is named differently. */
export const DateTime = new GraphQLScalarType<Date, string>({
  name: "DateTime",
  description: "A moment as an ISO 8601 string in UTC with milliseconds, such as `2026-11-21T09:30:00.000Z`.",
  serialize(value) {
    if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString();
    throw new TypeError("DateTime can only serialize a valid Date.");
  },
  parseValue: parse,
  parseLiteral(node) {
    return parse(node.kind === Kind.STRING ? node.value : undefined, node);
  },
});

const ISO_8601 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/** @param node where it stands in the document, if it does: the error tells */
function parse(value: unknown, node?: ASTNode): Date {
  const date = typeof value === "string" && ISO_8601.test(value) ? new Date(value) : undefined;
  if (!date || Number.isNaN(date.getTime()) || !isDayOfCalendar(String(value)) || date.getUTCFullYear() > 9999)
    throw new GraphQLError(
      "DateTime must be an ISO 8601 date and time with a time zone, such as 2026-11-21T09:30:00Z.",
      { nodes: node },
    );
  return date;
}

/** JavaScript turns 30 February into 2 March. */
function isDayOfCalendar(iso: string): boolean {
  const day = iso.slice(0, "2026-11-22".length);
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}
