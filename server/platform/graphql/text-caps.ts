import {
  defaultFieldResolver,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLSchema,
} from "graphql";
import { Extensions } from "type-graphql";
import { badInputError } from "../domain/domain-error";
import { problem, ProblemCode, type Problem } from "../domain/problem";

interface Caps {
  /** Of each text, in UTF-16 code units: what costs nothing to know. */
  maxLength: number;
  /** Of each list. */
  maxItems: number;
}

/** What an argument or input field takes that declares nothing else. */
export const DEFAULT_CAPS: Caps = { maxLength: 512, maxItems: 200 };

/**
 * Declares what an input field takes, or a field of a class of arguments; TypeGraphQL has no place for it at `@Arg`. These are
 * no limits for people, which services check, but far enough beyond them that whatever a service does with the text is cheap.
 */
export function TextCaps(caps: Partial<Caps>): PropertyDecorator {
  return Extensions({ textCaps: caps });
}

/** Normalising a run of marks costs the square of its length. UAX #15 (Stream-Safe Text Format) ends one after 30. */
const MARKS_IN_A_ROW = 30;
/** With the two half-width letters that normalise to marks. */
const MARKS = /[\p{M}\uff9e\uff9f]+/gu;
/** PostgreSQL takes no NUL, and UTF-8 has no lone surrogates. */
const IN_NO_TEXT = /[\0\p{Surrogate}]/u;

/** What no account, prompt or search can have in it. Takes time in proportion to the text. */
export function hasInvalidCharacters(text: string): boolean {
  if (IN_NO_TEXT.test(text)) return true;
  for (const [run] of text.matchAll(MARKS))
    if (run.length > MARKS_IN_A_ROW && [...run].length > MARKS_IN_A_ROW) return true;
  return false;
}

interface Refusal {
  code: ProblemCode.TOO_LONG | ProblemCode.TOO_MANY | ProblemCode.INVALID_CHARACTERS;
  path: readonly string[];
  limit: number | null;
}

/** Adds to `refusals` what is wrong with a coerced value. */
type Check = (value: unknown, refusals: Refusal[]) => void;

/**
 * Makes every field of the schema check the texts in its arguments before its resolver sees them. What a field has to check is
 * found out here, once; fields without texts are left as they are. A mutation answers with `problems`, any other field with
 * BAD_USER_INPUT.
 */
export function capTexts(schema: GraphQLSchema): GraphQLSchema {
  const mutations = schema.getMutationType();
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith("__")) continue;
    for (const field of Object.values(type.getFields())) {
      const check = checkOfFields(field.args, []);
      if (check) capField(field, check, type === mutations ? payloadOf(field) : null);
    }
  }
  return schema;
}

function capField(field: GraphQLField<unknown, unknown>, check: Check, payload: Payload | null): void {
  const resolve = field.resolve ?? defaultFieldResolver;
  field.resolve = (source, args, context, info) => {
    const refusals: Refusal[] = [];
    check(args, refusals);
    const [first] = refusals;
    if (!first) return resolve(source, args, context, info);
    if (!payload) throw asFault(first);
    return payload(refusals.map(asProblem));
  };
}

function checkOfFields(
  fields: readonly (GraphQLArgument | GraphQLInputField)[],
  path: readonly string[],
  within: readonly GraphQLInputObjectType[] = [],
): Check | null {
  const checks = fields.flatMap((field) => {
    const caps = { ...DEFAULT_CAPS, ...(field.extensions["textCaps"] as Partial<Caps> | undefined) };
    const check = checkOfType(field.type, caps, [...path, field.name], within);
    return check ? [[field.name, check] as const] : [];
  });
  if (checks.length === 0) return null;
  return (value, refusals) => {
    const given = value as Readonly<Record<string, unknown>>;
    for (const [name, check] of checks) if (given[name] != null) check(given[name], refusals);
  };
}

function checkOfType(
  type: GraphQLInputType,
  caps: Caps,
  path: readonly string[],
  within: readonly GraphQLInputObjectType[],
): Check | null {
  const given = getNullableType(type);
  if (isListType(given)) return checkOfList(checkOfType(given.ofType, caps, path, within), caps, path);
  if (isInputObjectType(given)) {
    if (within.includes(given)) throw new Error(`${given.name} holds itself: its depth would have to be limited too.`);
    return checkOfFields(Object.values(given.getFields()), path, [...within, given]);
  }
  return isScalarType(given) && !NOT_TEXT.has(given.name) ? checkOfText(caps, path) : null;
}

/** Values of enums are ours. Any other scalar may be a text. */
const NOT_TEXT: ReadonlySet<string> = new Set(["Int", "Float", "Boolean"]);

function checkOfText({ maxLength }: Caps, path: readonly string[]): Check {
  return (value, refusals) => {
    if (typeof value !== "string") return;
    if (value.length > maxLength) refusals.push({ code: ProblemCode.TOO_LONG, path, limit: maxLength });
    else if (hasInvalidCharacters(value)) refusals.push({ code: ProblemCode.INVALID_CHARACTERS, path, limit: null });
  };
}

function checkOfList(checkItem: Check | null, { maxItems }: Caps, path: readonly string[]): Check {
  return (value, refusals) => {
    const items = value as readonly unknown[];
    if (items.length > maxItems) refusals.push({ code: ProblemCode.TOO_MANY, path, limit: maxItems });
    else if (checkItem) {
      const before = refusals.length;
      // The first that is refused tells enough of a list.
      for (const item of items) if (refusals.length === before && item != null) checkItem(item, refusals);
    }
  };
}

function asFault({ code, path, limit }: Refusal) {
  const argument = path.join(".");
  const wrong = {
    [ProblemCode.TOO_LONG]: `is longer than ${String(limit)} UTF-16 code units`,
    [ProblemCode.TOO_MANY]: `has more than ${String(limit)} entries`,
    [ProblemCode.INVALID_CHARACTERS]: `has NUL, half a surrogate pair, or more than ${String(MARKS_IN_A_ROW)} marks in a row`,
  };
  return badInputError(`"${argument}" ${wrong[code]}.`, argument);
}

/** Fields of `input` are named as forms name them; a mutation's own arguments likewise. */
function asProblem({ code, path, limit }: Refusal): Problem {
  return problem(code, (path[0] === "input" ? path.slice(1) : path).join("."), limit);
}

type Payload = (problems: Problem[]) => unknown;

/** How a mutation says what is wrong; null for one that answers without `problems`. */
function payloadOf(field: GraphQLField<unknown, unknown>): Payload | null {
  const type = getNamedType(field.type);
  const fields = isObjectType(type) ? type.getFields() : {};
  if (!fields["problems"]) return null;
  const { problems: _, accepted, ...rest } = fields;
  const required = Object.values(rest).find(({ type: each }) => isNonNullType(each));
  if (required) throw new Error(`${type.name}.${required.name} must be nullable: problems come without data.`);
  return (problems) => ({ ...(accepted && { accepted: false }), problems });
}
