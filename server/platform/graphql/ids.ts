import {
  defaultFieldResolver,
  getNamedType,
  GraphQLID,
  type GraphQLField,
  type GraphQLSchema,
  type GraphQLType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from "graphql";

/**
 * The letter with which the ids of a type begin, so that no two things of the API have the same id: caches that know records by their id alone
 * would merge them. Prompts have their numbers, as in their addresses.
 */
const LETTERS = {
  Prompt: "",
  Comment: "c",
  User: "u",
  Tag: "t",
  Doc: "d",
  Post: "b",
  PromptText: "x",
  Notification: "n",
  ModerationAct: "m",
  Report: "r",
  Session: "s",
  ApiToken: "k",
} as const;

type Field = GraphQLField<unknown, unknown, Record<string, unknown>>;

export type IdentifiedType = keyof typeof LETTERS;

/** What a field or argument has the id of, by its name. That of `id` depends on where it stands. */
const TYPE_OF_NAME: Readonly<Record<string, IdentifiedType>> = {
  promptId: "Prompt",
  promptIds: "Prompt",
  beforePromptId: "Prompt",
  commentId: "Comment",
  parentId: "Comment",
  threadId: "Comment",
  latestCommentId: "Comment",
  mainDocId: "Doc",
  from: "Comment",
  userId: "User",
  notificationIds: "Notification",
  upTo: "Notification",
  actId: "ModerationAct",
  undoes: "ModerationAct",
  sessionId: "Session",
  apiTokenId: "ApiToken",
};

/** Arguments that take ids of every type; their resolvers use `parseId`. */
const OF_ANY_TYPE: ReadonlySet<string> = new Set(["Query.node", "Query.nodes"]);

/** What no id can be: an id of another type names nothing. */
const NO_ID = "";

/** The id of a thing as the API tells it. */
export function idOf(type: IdentifiedType, id: string): string {
  return LETTERS[type] + id;
}

/** What an id of the API names; undefined for what cannot be one. */
export function parseId(id: string): { type: IdentifiedType; id: string } | undefined {
  const [first = ""] = id;
  if (/\d/.test(first)) return { type: "Prompt", id };
  const type = (Object.keys(LETTERS) as IdentifiedType[]).find(
    (each) => LETTERS[each] !== "" && LETTERS[each] === first,
  );
  return type && { type, id: id.slice(1) };
}

/**
 * Gives every id that leaves the schema the letter of its type, and takes it from every id that comes in.
 * @throws if the type of an id is not known
 */
export function markIds(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith("__")) continue;
    if (isInputObjectType(type) && Object.values(type.getFields()).some(isId))
      throw new TypeError(`Ids are arguments, not fields of inputs: ${type.name}.`);
    if (!isObjectType(type) && !isInterfaceType(type)) continue;
    for (const field of Object.values(type.getFields()) as Field[]) {
      if (isObjectType(type) && isId(field))
        markResult(field, typeOf(field.name, type.name, `${type.name}.${field.name}`));
      if (!OF_ANY_TYPE.has(`${type.name}.${field.name}`)) unmarkArguments(field, `${type.name}.${field.name}`);
    }
  }
  return schema;
}

function isId({ type }: { type: GraphQLType }): boolean {
  return getNamedType(type) === GraphQLID;
}

function typeOf(name: string, identified: string, place: string): IdentifiedType {
  const type = name === "id" || name === "ids" ? identified : TYPE_OF_NAME[name];
  if (type === undefined || !Object.hasOwn(LETTERS, type)) throw new TypeError(`What does ${place} have the id of?`);
  return type as IdentifiedType;
}

function markResult(field: Field, type: IdentifiedType): void {
  const resolve = field.resolve ?? defaultFieldResolver;
  const mark = (value: unknown) => (typeof value === "string" ? idOf(type, value) : value);
  field.resolve = (source, args, context, info) => {
    const value: unknown = resolve(source, args, context, info);
    return value instanceof Promise ? value.then(mark) : mark(value);
  };
}

function unmarkArguments(field: Field, place: string): void {
  const types = field.args
    .filter(isId)
    .map(({ name }) => [name, typeOf(name, getNamedType(field.type).name, `${place}(${name})`)] as const);
  if (types.length === 0) return;
  const unmark = (args: Record<string, unknown>): Record<string, unknown> => ({
    ...args,
    ...Object.fromEntries(types.flatMap(([name, type]) => (name in args ? [[name, unmarked(args[name], type)]] : []))),
  });
  const { subscribe } = field;
  if (subscribe) field.subscribe = (source, args, context, info) => subscribe(source, unmark(args), context, info);
  const resolve = field.resolve ?? defaultFieldResolver;
  field.resolve = (source, args, context, info) => resolve(source, unmark(args), context, info);
}

function unmarked(value: unknown, type: IdentifiedType): unknown {
  if (Array.isArray(value)) return value.map((each) => unmarked(each, type));
  if (typeof value !== "string") return value;
  const given = parseId(value);
  return given?.type === type ? given.id : NO_ID;
}
