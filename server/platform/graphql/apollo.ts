import { ApolloServer, type ApolloServerPlugin } from "@apollo/server";
import { unwrapResolverError } from "@apollo/server/errors";
import { ApolloServerPluginCacheControlDisabled } from "@apollo/server/plugin/disabled";
import { ApolloServerPluginLandingPageDisabled } from "@apollo/server/plugin/disabled";
import {
  getVariableValues,
  GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
  type OperationDefinitionNode,
  OperationTypeNode,
} from "graphql";
import type { Actor } from "../domain/actor";
import { DomainError } from "../domain/domain-error";
import { HTTP_CODES, isDatabaseUnavailable } from "../http/errors.route";
import type { RequestContext } from "./context";
import { graphqlErrorOf, httpHeadOf, refusalOf } from "./errors";
import { errorOfFault, type ErrorLog, isFault, logFaults } from "./faults";
import { checkCrossOriginRequest } from "./cross-origin";
import { checkIntrospection } from "./introspection-cost";
import { mayChangePages } from "./page-mutations";
import { checkNullVariables } from "./null-variables";
import { checkCost } from "./query-cost";

const MAX_MESSAGE_LENGTH = 500;

/**
 * Creates the Apollo Server of an app, with cost limits, masked internal errors, and no landing page (we have our own explorer).
 * @param afterMutation awaited before the response to a mutation is sent that may change pages
 */
export function apolloServer(
  schema: GraphQLSchema,
  log: ErrorLog,
  afterMutation: () => Promise<void> = () => Promise.resolve(),
): ApolloServer<RequestContext> {
  return new ApolloServer<RequestContext>({
    schema,
    introspection: true,
    csrfPrevention: true,
    allowBatchedHttpRequests: false,
    // Each error repeats part of the request; for variables, the whole value.
    validationOptions: { maxErrors: 20 },
    executionOptions: { maxCoercionErrors: 1 },
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    formatError,
    plugins: [
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      operationLimits(schema),
      handOver(schema),
      reportFaults(log),
      awaitAfterMutations(schema, afterMutation),
    ],
  });
}

/** Checks a valid operation before it is executed. */
function operationLimits(schema: GraphQLSchema): ApolloServerPlugin<RequestContext> {
  return {
    requestDidStart: () =>
      Promise.resolve({
        didResolveOperation: ({ document, operation, request, contextValue }) => {
          if (!operation) return Promise.resolve();
          checkAddress(operation, contextValue);
          if (contextValue.isCrossOrigin) checkCrossOriginRequest(schema, document, operation, contextValue.actor);
          checkNullVariables(schema, document, operation, request.variables ?? {});
          const cost = checkCost(schema, document, operation, request.variables ?? {});
          charge(contextValue, cost, operation.operation === OperationTypeNode.MUTATION);
          checkIntrospection(schema, document, operation, request.variables ?? {});
          return Promise.resolve();
        },
      }),
  };
}

/** @throws BAD_USER_INPUT (HTTP 400) for a subscription anywhere but on a stream, and for anything else there */
function checkAddress({ operation }: OperationDefinitionNode, { onSubscription }: RequestContext): void {
  const isSubscription = operation === OperationTypeNode.SUBSCRIPTION;
  if (isSubscription === (onSubscription !== undefined)) return;
  const message = isSubscription
    ? "Subscriptions are at /graphql/stream."
    : "/graphql/stream is for subscriptions; anything else goes to /graphql.";
  throw new GraphQLError(message, { extensions: { code: "BAD_USER_INPUT", http: { status: 400 } } });
}

/** Hands subscriptions over to their stream instead of executing them. Where variables are wrong, execution reports it before it begins. */
function handOver(schema: GraphQLSchema): ApolloServerPlugin<RequestContext> {
  return {
    requestDidStart: () =>
      Promise.resolve({
        responseForOperation: ({ document, operation, request, response, contextValue: { onSubscription } }) => {
          const { variables = {}, operationName = null } = request;
          if (!onSubscription || !getsItsVariables(schema, operation, variables)) return Promise.resolve(null);
          onSubscription({ document, variables, operationName });
          return Promise.resolve({ http: response.http, body: { kind: "single", singleResult: { data: null } } });
        },
      }),
  };
}

function getsItsVariables(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode | undefined,
  variables: Readonly<Record<string, unknown>>,
): boolean {
  if (!operation) return false;
  return !getVariableValues(schema, operation.variableDefinitions ?? [], variables, { maxErrors: 1 }).errors;
}

function charge(context: RequestContext, cost: number, isMutation: boolean): void {
  try {
    context.spend(cost, isMutation);
  } catch (error) {
    throw error instanceof DomainError ? refusalOf(error, context.actor) : error;
  }
}

function reportFaults(log: ErrorLog): ApolloServerPlugin<RequestContext> {
  return {
    requestDidStart: () =>
      Promise.resolve({
        didEncounterErrors: ({ errors, operationName, response, contextValue }) => {
          const isUnavailable = logFaults(errors, operationName, log).some(isDatabaseUnavailable);
          const head = isUnavailable
            ? { status: 503, retryAfter: "5" }
            : headOf(errors.map(unwrapResolverError), contextValue.actor);
          if (head) response.http.status = head.status;
          if (head?.retryAfter !== undefined) response.http.headers.set("retry-after", head.retryAfter);
          return Promise.resolve();
        },
        // What was carried out beside the refused part would look refused, too, and be sent again.
        willSendResponse: ({ response: { http, body } }) => {
          const data = body.kind === "single" ? body.singleResult.data : null;
          if (http.status === 429 && Object.values(data ?? {}).some((part) => part !== null)) {
            http.status = 200;
            http.headers.delete("retry-after");
          }
          return Promise.resolve();
        },
      }),
  };
}

function headOf(causes: readonly unknown[], actor: Actor) {
  return causes.map((cause) => (cause instanceof DomainError ? httpHeadOf(cause, actor) : undefined)).find(Boolean);
}

function awaitAfterMutations(
  schema: GraphQLSchema,
  afterMutation: () => Promise<void>,
): ApolloServerPlugin<RequestContext> {
  return {
    requestDidStart: () =>
      Promise.resolve({
        willSendResponse: async ({ document, operation }) => {
          if (operation?.operation !== OperationTypeNode.MUTATION || !document) return;
          if (mayChangePages(schema, document, operation)) await afterMutation();
        },
      }),
  };
}

/** Passes domain errors on unchanged; messages from the database and from libraries are never sent. */
function formatError(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  const cause = unwrapResolverError(error);
  if (cause instanceof DomainError) return { ...formatted, ...graphqlErrorOf(cause) };
  const code = formatted.extensions?.["code"];
  const isInternal = code === undefined || code === "INTERNAL_SERVER_ERROR";
  if (isInternal && isFault(cause)) {
    return { ...errorOfFault(cause), ...(formatted.path ? { path: formatted.path } : {}) };
  }
  const message = truncate(withoutSuggestion(formatted.message));
  // The error that variables have too many errors has no code. Unlike an error of a field, it has no path.
  if (isInternal && !formatted.path) return { message, extensions: { code: "BAD_USER_INPUT" } };
  if (code === "BAD_REQUEST") return { message, extensions: { ...formatted.extensions, code: codeOfStatus(cause) } };
  return { ...formatted, message };
}

/** Apollo Server has one code for all that is wrong with a request; elsewhere on the site each status has its own. */
function codeOfStatus(cause: unknown): string {
  const http = cause instanceof GraphQLError ? cause.extensions["http"] : undefined;
  const { status = 400 } = (http ?? {}) as { status?: number };
  return HTTP_CODES[status] ?? "BAD_REQUEST";
}

/**
 * Removes suggestions: they would reveal names that a schema may one day hide. Not with a regular expression, as Apollo Server does
 * it: messages repeat the request, and on 200 kB of "Did you mean" a regular expression takes seven seconds.
 */
function withoutSuggestion(message: string): string {
  const at = message.endsWith("?") ? message.lastIndexOf("Did you mean ") : -1;
  return at === -1 ? message : message.slice(0, at).trimEnd();
}

/** Messages repeat values and names of the request, some of them many times. */
function truncate(message: string): string {
  return message.length > MAX_MESSAGE_LENGTH ? `${message.slice(0, MAX_MESSAGE_LENGTH)}…` : message;
}
