import {
  Kind,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
} from "graphql";

/** As sent, before coercion. */
export type Variables = Readonly<Record<string, unknown>>;

export function fragmentsOf(document: DocumentNode): ReadonlyMap<string, FragmentDefinitionNode> {
  return new Map(
    document.definitions.flatMap((node) =>
      node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : [],
    ),
  );
}

/** The variables that an operation declares, with their defaults. Undeclared variables are ignored: there may be any number. */
export function variablesOf(operation: OperationDefinitionNode, given: Variables): Variables {
  return Object.fromEntries(
    (operation.variableDefinitions ?? []).map(({ variable, defaultValue }) => {
      const name = variable.name.value;
      const sent = Object.hasOwn(given, name) ? given[name] : undefined;
      return [name, sent === undefined ? literal(defaultValue, {}) : sent];
    }),
  );
}

/** The value of an argument, limited to the types that matter for limits: numbers, strings, lists and objects. */
export function argumentValue(node: FieldNode, name: string, variables: Variables): unknown {
  return literal(node.arguments?.find((argument) => argument.name.value === name)?.value, variables);
}

/** Whether an argument has a value: null says nothing, and a variable may be left out. */
export function isGiven(node: FieldNode, name: string, variables: Variables): boolean {
  const value = node.arguments?.find((argument) => argument.name.value === name)?.value;
  if (value?.kind === Kind.VARIABLE) return variables[value.name.value] != null;
  return value !== undefined && value.kind !== Kind.NULL;
}

function literal(node: ValueNode | undefined, variables: Variables): unknown {
  switch (node?.kind) {
    case Kind.VARIABLE:
      return variables[node.name.value];
    case Kind.INT:
      return Number(node.value);
    case Kind.STRING:
      return node.value;
    case Kind.LIST:
      return node.values.map((value) => literal(value, variables));
    case Kind.OBJECT:
      return Object.fromEntries(node.fields.map(({ name, value }) => [name.value, literal(value, variables)]));
    default:
      return undefined;
  }
}

/** The names of the root fields (not their aliases), through fragments, including those that a directive skips. */
export function rootFields(document: DocumentNode, operation: OperationDefinitionNode): ReadonlySet<string> {
  const fragments = fragmentsOf(document);
  const names = new Set<string>();
  const visited = new Set<string>();
  const collect = (set: SelectionSetNode | undefined): void => {
    for (const selection of set?.selections ?? []) {
      if (selection.kind === Kind.FIELD) names.add(selection.name.value);
      else if (selection.kind === Kind.INLINE_FRAGMENT) collect(selection.selectionSet);
      else if (!visited.has(selection.name.value)) {
        visited.add(selection.name.value);
        collect(fragments.get(selection.name.value)?.selectionSet);
      }
    }
  };
  collect(operation.selectionSet);
  return names;
}
