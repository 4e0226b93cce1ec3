import { type ExecutionResult, Kind, type OperationDefinitionNode, OperationTypeNode, parse } from "graphql";
import { createClient, NetworkError, type RequestParams } from "graphql-sse";

interface Asked {
  query: string;
  operationName?: string | null;
  variables?: Record<string, unknown>;
}

interface Options {
  headers?: Record<string, string>;
}

/** Runs what GraphiQL asks for. The explorer is served at the API's own URL, so it posts to its own path; subscriptions have one below it. */
export function fetcher({ operationName, ...asked }: Asked, { headers = {} }: Options = {}) {
  const operations = operationsOf(asked.query);
  // Of the only one, GraphiQL still says the name that it had before the last change.
  const name = operations.length > 1 ? operationName : null;
  const request = { ...asked, ...(name && { operationName: name }) };
  const chosen = operations.find((each) => !name || each.name?.value === name);
  return chosen?.operation === OperationTypeNode.SUBSCRIPTION ? listen(request, headers) : ask(request, headers);
}

function operationsOf(query: string): OperationDefinitionNode[] {
  try {
    return parse(query).definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION);
  } catch {
    return []; // The server says what is wrong.
  }
}

async function ask(request: RequestParams, headers: Record<string, string>): Promise<ExecutionResult> {
  const response = await fetch(location.pathname, {
    method: "POST",
    headers: { ...headers, accept: "application/json", "content-type": "application/json" },
    body: JSON.stringify(request),
  });
  return response.json() as Promise<ExecutionResult>;
}

/** A refusal is an answer like any other. */
async function* listen(request: RequestParams, headers: Record<string, string>): AsyncGenerator<ExecutionResult> {
  const url = `${location.pathname.replace(/\/$/, "")}/stream`;
  try {
    yield* createClient({ url, headers, retryAttempts: 0 }).iterate(request);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    yield (await error.response.json()) as ExecutionResult;
  }
}

function isRefusal(error: unknown): error is NetworkError<Response> & { response: Response } {
  return error instanceof NetworkError && error.response instanceof Response;
}
