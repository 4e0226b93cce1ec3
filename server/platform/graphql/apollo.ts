import { ApolloServer, type ApolloServerPlugin } from "@apollo/server";
import { unwrapResolverError } from "@apollo/server/errors";
import { ApolloServerPluginCacheControlDisabled } from "@apollo/server/plugin/disabled";
import { ApolloServerPluginLandingPageDisabled } from "@apollo/server/plugin/disabled";
import { GraphQLError, type GraphQLFormattedError, type GraphQLSchema, OperationTypeNode } from "graphql";
import type { Actor } from "../domain/actor";
import { DomainError } from "../domain/domain-error";
import { isDatabaseUnavailable } from "../http/errors.route";
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
          if (operation.operation === OperationTypeNode.SUBSCRIPTION)
            throw new GraphQLError("Subscriptions are at /graphql/stream.", {
              extensions: { code: "BAD_USER_INPUT", http: { status: 400 } },
            });
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
  return { ...formatted, message };
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
