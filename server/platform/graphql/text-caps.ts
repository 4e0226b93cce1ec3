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
import { MAX_MARKS_IN_A_ROW } from "../../../contract/combining-marks";
import { hasInvalidCharacters } from "../domain/characters";
import { badInputError } from "../domain/domain-error";
import { problem, ProblemCode, type Problem } from "../domain/problem";

interface Caps {
  /** For each text, in UTF-16 code units, which cost nothing to count. */
  maxLength: number;
  /** For each list. */
  maxItems: number;
}

/** For arguments and input fields without `TextCaps`. */
export const DEFAULT_CAPS: Caps = { maxLength: 512, maxItems: 200 };

/**
 * Declares the caps of an input field, or of a field in a class of arguments (TypeGraphQL does not support it on `@Arg`). Caps are
 * not the limits that users see, which services check; they are far higher, but keep any processing by services cheap.
 */
export function TextCaps(caps: Partial<Caps>): PropertyDecorator {
  return Extensions({ textCaps: caps });
}

interface Violation {
  code: ProblemCode.TOO_LONG | ProblemCode.TOO_MANY | ProblemCode.INVALID_CHARACTERS;
  path: readonly string[];
  limit: number | null;
}

/** Appends the violations in a coerced value to `violations`. */
type Check = (value: unknown, violations: Violation[]) => void;

/**
 * Makes every field of the schema check the texts in its arguments before its resolver runs. The checks of each field are compiled
 * here, once; fields without texts are left unchanged. A mutation reports violations in `problems`, any other field as
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
  const { subscribe } = field;
  if (subscribe) {
    field.subscribe = (source, args, context, info) => {
      const violations: Violation[] = [];
      check(args, violations);
      if (violations[0]) throw toError(violations[0]);
      return subscribe(source, args, context, info);
    };
  }
  const resolve = field.resolve ?? defaultFieldResolver;
  field.resolve = (source, args, context, info) => {
    const violations: Violation[] = [];
    check(args, violations);
    const [first] = violations;
    if (!first) return resolve(source, args, context, info);
    if (!payload) throw toError(first);
    return payload(violations.map(toProblem));
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
  return (value, violations) => {
    const given = value as Readonly<Record<string, unknown>>;
    for (const [name, check] of checks) if (given[name] != null) check(given[name], violations);
  };
}

function checkOfType(
  type: GraphQLInputType,
  caps: Caps,
  path: readonly string[],
  within: readonly GraphQLInputObjectType[],
): Check | null {
  const given = getNullableType(type);
  if (isListType(given)) {
    const checkItem = checkOfType(given.ofType, caps, path, within);
    return isInputObjectType(getNamedType(given))
      ? checkOfObjects(checkItem, caps, path)
      : checkOfList(checkItem, caps, path);
  }
  if (isInputObjectType(given)) {
    if (within.includes(given)) throw new Error(`${given.name} holds itself: its depth would have to be limited too.`);
    return checkOfFields(Object.values(given.getFields()), path, [...within, given]);
  }
  return isScalarType(given) && !NOT_TEXT.has(given.name) ? checkOfText(caps, path) : null;
}

/** Enum values are ours. Any other scalar may be a text. */
const NOT_TEXT: ReadonlySet<string> = new Set(["Int", "Float", "Boolean"]);

function checkOfText({ maxLength }: Caps, path: readonly string[]): Check {
  return (value, violations) => {
    if (typeof value !== "string") return;
    if (value.length > maxLength) violations.push({ code: ProblemCode.TOO_LONG, path, limit: maxLength });
    else if (hasInvalidCharacters(value)) violations.push({ code: ProblemCode.INVALID_CHARACTERS, path, limit: null });
  };
}

function checkOfList(checkItem: Check | null, { maxItems }: Caps, path: readonly string[]): Check {
  return (value, violations) => {
    const items = value as readonly unknown[];
    if (items.length > maxItems) violations.push({ code: ProblemCode.TOO_MANY, path, limit: maxItems });
    else if (checkItem) {
      const before = violations.length;
      // One violation per list is enough.
      for (const item of items) if (violations.length === before && item != null) checkItem(item, violations);
    }
  };
}

/** As of any list, but each object says what is wrong with it: its place in the list is part of the path. */
function checkOfObjects(checkItem: Check | null, caps: Caps, path: readonly string[]): Check {
  const checkList = checkOfList(null, caps, path);
  return (value, violations) => {
    const before = violations.length;
    checkList(value, violations);
    if (!checkItem || violations.length > before) return;
    for (const [index, item] of (value as readonly unknown[]).entries()) {
      const found: Violation[] = [];
      if (item != null) checkItem(item, found);
      for (const each of found) violations.push({ ...each, path: each.path.toSpliced(path.length, 0, String(index)) });
    }
  };
}

function toError({ code, path, limit }: Violation) {
  const argument = path.join(".");
  const reasons = {
    [ProblemCode.TOO_LONG]: `is longer than ${String(limit)} UTF-16 code units`,
    [ProblemCode.TOO_MANY]: `has more than ${String(limit)} entries`,
    [ProblemCode.INVALID_CHARACTERS]: `has NUL, half a surrogate pair, or more than ${String(MAX_MARKS_IN_A_ROW)} marks in a row`,
  };
  return badInputError(`"${argument}" ${reasons[code]}.`, argument);
}

function toProblem({ code, path, limit }: Violation): Problem {
  return problem(code, path.join("."), limit);
}

type Payload = (problems: Problem[]) => unknown;

/** Builds the payload in which a mutation reports problems; null if its payload has no `problems`. */
function payloadOf(field: GraphQLField<unknown, unknown>): Payload | null {
  const type = getNamedType(field.type);
  const fields = isObjectType(type) ? type.getFields() : {};
  if (!fields["problems"]) return null;
  const { problems: _, accepted, ...rest } = fields;
  const required = Object.values(rest).find(({ type: each }) => isNonNullType(each));
  if (required) throw new Error(`${type.name}.${required.name} must be nullable: problems come without data.`);
  return (problems) => ({ ...(accepted && { accepted: false }), problems });
}
