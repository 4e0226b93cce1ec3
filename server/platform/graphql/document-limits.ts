import {
  GraphQLError,
  Kind,
  Lexer,
  parse,
  Source,
  TokenKind,
  type DocumentNode,
  type FragmentDefinitionNode,
  type SelectionSetNode,
} from "graphql";
import { LRUCache } from "lru-cache";
import { operationError } from "./errors";
import { fragmentsOf } from "./operation";

/** The limits for a document with its fragments expanded. Larger documents get QUERY_TOO_COMPLEX before they are validated. */
export const DOCUMENT_LIMITS = {
  /** In UTF-16 code units. */
  length: 20_000,
  /** Each error reports the line of its field, and counts lines from the start to find it. */
  lines: 1000,
  tokens: 1000,
  depth: 8,
  /** Below `__schema` and `__type`: the standard query nests nine types. */
  introspectionDepth: 20,
  aliases: 30,
  directives: 50,
  fields: 2000,
} as const;

/** Errors repeat names: that of the operation once per error. */
const MAX_NAME_LENGTH = 200;

/** Relay's wrappers do not make a query deeper. */
const NOT_COUNTED_AS_DEPTH = new Set(["edges", "node", "nodes"]);
const INTROSPECTION = new Set(["__schema", "__type"]);

interface Measure {
  depth: number;
  introspectionDepth: number;
  aliases: number;
  directives: number;
  fields: number;
}

const NOTHING: Measure = { depth: 0, introspectionDepth: 0, aliases: 0, directives: 0, fields: 0 };
const MEASURES = Object.keys(NOTHING) as (keyof Measure)[];

const accepted = new LRUCache<string, true>({
  max: 2000,
  maxSize: 8_000_000,
  sizeCalculation: (_, source) => source.length + 1,
});

/**
 * Measures the expanded query in time linear in the document, because each fragment is measured once however often it is spread.
 * Validation rules that walk into every spread can be made to run forever.
 * @throws QUERY_TOO_COMPLEX for a document over a limit, whichever of its operations would run. A document that does not parse is
 *   accepted: executing it reports the error.
 */
export function checkDocument(source: string): void {
  if (accepted.has(source)) return;
  const document = parsed(source);
  if (!document) return;
  const measure = measureDocument(document);
  for (const name of MEASURES) {
    if (measure[name] > DOCUMENT_LIMITS[name]) {
      throw tooComplexError(
        `The query has ${name} ${String(measure[name])}; at most ${String(DOCUMENT_LIMITS[name])} is allowed.`,
        { measure: name, limit: DOCUMENT_LIMITS[name], actual: measure[name] },
      );
    }
  }
  accepted.set(source, true);
}

/** Which limit a query is over. `actual` is what it has, unless counting ended at the limit. */
export interface ExceededLimit {
  measure: string;
  limit: number;
  actual?: number;
}

export function tooComplexError(message: string, exceeded: ExceededLimit) {
  return operationError("QUERY_TOO_COMPLEX", message, 400, exceeded);
}

function parsed(source: string): DocumentNode | undefined {
  checkSize(source);
  try {
    checkTokens(source);
    return parse(source, { noLocation: true });
  } catch (error) {
    if (error instanceof GraphQLError && error.extensions["code"] !== undefined) throw error;
    return undefined; // A syntax error: executing the document reports it.
  }
}

function checkSize(source: string): void {
  if (source.length > DOCUMENT_LIMITS.length)
    throw tooComplexError(`The query has more than ${String(DOCUMENT_LIMITS.length)} characters.`, {
      measure: "length",
      limit: DOCUMENT_LIMITS.length,
      actual: source.length,
    });
  let lines = 1;
  for (const character of source) if (character === "\n" || character === "\r") lines += 1;
  if (lines > DOCUMENT_LIMITS.lines)
    throw tooComplexError(`The query has more than ${String(DOCUMENT_LIMITS.lines)} lines.`, {
      measure: "lines",
      limit: DOCUMENT_LIMITS.lines,
      actual: lines,
    });
}

/** Not done by the parser's own limit, whose error could only be recognized by its message. */
function checkTokens(source: string): void {
  const lexer = new Lexer(new Source(source));
  for (let count = 0; count <= DOCUMENT_LIMITS.tokens; count++) {
    const { kind, value } = lexer.advance();
    if (kind === TokenKind.EOF) return;
    if (kind === TokenKind.NAME && value.length > MAX_NAME_LENGTH)
      throw tooComplexError(`The query has a name of more than ${String(MAX_NAME_LENGTH)} characters.`, {
        measure: "name",
        limit: MAX_NAME_LENGTH,
        actual: value.length,
      });
  }
  throw tooComplexError(`The query has more than ${String(DOCUMENT_LIMITS.tokens)} tokens.`, {
    measure: "tokens",
    limit: DOCUMENT_LIMITS.tokens,
  });
}

export function measureDocument(document: DocumentNode): Measure {
  const fragments = fragmentsOf(document);
  const measured = new Map<string, Measure>();
  let largest = { ...NOTHING };
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    const own = ofSelections(definition.selectionSet, fragments, measured);
    const directives = own.directives + (definition.directives?.length ?? 0);
    largest = {
      depth: Math.max(largest.depth, own.depth),
      introspectionDepth: Math.max(largest.introspectionDepth, own.introspectionDepth),
      aliases: Math.max(largest.aliases, own.aliases),
      directives: Math.max(largest.directives, directives),
      fields: Math.max(largest.fields, own.fields),
    };
  }
  // Validation walks through unused fragments, too.
  for (const name of fragments.keys()) {
    if (measured.has(name)) continue;
    const own = ofFragment(name, fragments, measured);
    for (const key of MEASURES) largest[key] = Math.max(largest[key], own[key]);
  }
  return largest;
}

function ofSelections(
  set: SelectionSetNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  measured: Map<string, Measure>,
): Measure {
  const sum = { ...NOTHING };
  for (const selection of set.selections) {
    sum.directives += selection.directives?.length ?? 0;
    let inner = NOTHING;
    let own = 0;
    if (selection.kind === Kind.FRAGMENT_SPREAD) {
      inner = ofFragment(selection.name.value, fragments, measured);
    } else if (selection.kind === Kind.INLINE_FRAGMENT) {
      inner = ofSelections(selection.selectionSet, fragments, measured);
    } else {
      if (selection.alias) sum.aliases += 1;
      sum.fields += 1;
      own = NOT_COUNTED_AS_DEPTH.has(selection.name.value) ? 0 : 1;
      if (selection.selectionSet) inner = ofSelections(selection.selectionSet, fragments, measured);
      if (INTROSPECTION.has(selection.name.value)) {
        inner = { ...inner, depth: 0, introspectionDepth: inner.depth + 1 };
        own = 0;
      }
    }
    sum.depth = Math.max(sum.depth, own + inner.depth);
    sum.introspectionDepth = Math.max(sum.introspectionDepth, inner.introspectionDepth);
    sum.aliases += inner.aliases;
    sum.directives += inner.directives;
    sum.fields += inner.fields;
  }
  return sum;
}

function ofFragment(
  name: string,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  measured: Map<string, Measure>,
): Measure {
  const existing = measured.get(name);
  if (existing) return existing;
  const fragment = fragments.get(name);
  if (!fragment) return NOTHING;
  measured.set(name, NOTHING); // Ends cycles, which validation rejects.
  const measure = ofSelections(fragment.selectionSet, fragments, measured);
  measured.set(name, measure);
  return measure;
}
