import { ApolloServer, type ApolloServerPlugin } from "@apollo/server";
import { unwrapResolverError } from "@apollo/server/errors";
import { ApolloServerPluginCacheControlDisabled } from "@apollo/server/plugin/disabled";
import { ApolloServerPluginLandingPageDisabled } from "@apollo/server/plugin/disabled";
import { type GraphQLFormattedError, type GraphQLSchema, OperationTypeNode } from "graphql";
import { DomainError } from "../domain/domain-error";
import { isDatabaseUnavailable } from "../http/errors.route";
import type { RequestContext } from "./context";
import { graphqlErrorOf, httpHeadOf } from "./errors";
import { type ErrorLog, FAULT_MESSAGE, isFault, logFaults } from "./faults";
import { checkCrossOriginRequest } from "./cross-origin";
import { checkIntrospection } from "./introspection-cost";
import { checkNullVariables } from "./null-variables";
import { checkCost } from "./query-cost";

const LONGEST_MESSAGE = 500;

/**
 * Apollo Server as every app uses it: limits on cost, faults masked, no landing page (the explorer is ours).
 * @param afterMutation awaited before a mutation is answered
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
    // Each error repeats what was sent: of variables the whole value.
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
      awaitAfterMutations(afterMutation),
    ],
  });
}

/** What is checked of a valid operation before any of it runs. */
function operationLimits(schema: GraphQLSchema): ApolloServerPlugin<RequestContext> {
  return {
    requestDidStart: () =>
      Promise.resolve({
        didResolveOperation: ({ document, operation, request, contextValue }) => {
          if (!operation) return Promise.resolve();
          if (contextValue.isCrossOrigin) checkCrossOriginRequest(schema, document, operation);
          checkNullVariables(schema, document, operation, request.variables ?? {});
          checkCost(schema, document, operation, request.variables ?? {});
          checkIntrospection(schema, document, operation, request.variables ?? {});
          return Promise.resolve();
        },
      }),
  };
}

function reportFaults(log: ErrorLog): ApolloServerPlugin<RequestContext> {
  return {
    requestDidStart: () =>
      Promise.resolve({
        didEncounterErrors: ({ errors, operationName, response }) => {
          const isAway = logFaults(errors, operationName, log).some(isDatabaseUnavailable);
          const head = isAway ? { status: 503, retryAfter: "5" } : headOf(errors.map(unwrapResolverError));
          if (head) response.http.status = head.status;
          if (head?.retryAfter !== undefined) response.http.headers.set("retry-after", head.retryAfter);
          return Promise.resolve();
        },
      }),
  };
}

function headOf(causes: readonly unknown[]) {
  return causes.map((cause) => (cause instanceof DomainError ? httpHeadOf(cause) : undefined)).find(Boolean);
}

/** Who changes something and reloads a page at once must see the change. */
function awaitAfterMutations(afterMutation: () => Promise<void>): ApolloServerPlugin<RequestContext> {
  return {
    requestDidStart: () =>
      Promise.resolve({
        willSendResponse: async ({ operation }) => {
          if (operation?.operation === OperationTypeNode.MUTATION) await afterMutation();
        },
      }),
  };
}

/** Domain errors are told as they are; text of the database and of libraries never leaves. */
function formatError(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  const cause = unwrapResolverError(error);
  if (cause instanceof DomainError) return { ...formatted, ...graphqlErrorOf(cause) };
  const code = formatted.extensions?.["code"];
  const isOurs = code === undefined || code === "INTERNAL_SERVER_ERROR";
  if (isOurs && isFault(cause)) {
    return {
      message: FAULT_MESSAGE,
      ...(formatted.path ? { path: formatted.path } : {}),
      extensions: { code: "INTERNAL_SERVER_ERROR" },
    };
  }
  const message = shortened(withoutSuggestion(formatted.message));
  // That variables have more mistakes than are told comes without a code. It is nothing that a field did.
  if (isOurs && !formatted.path) return { message, extensions: { code: "BAD_USER_INPUT" } };
  return { ...formatted, message };
}

/**
 * Suggestions would print names that a schema may one day keep to itself. Not by a pattern, and not by Apollo Server, which uses
 * one: messages repeat what was sent, and 200 kB of "Did you mean" take a pattern seven seconds.
 */
function withoutSuggestion(message: string): string {
  const at = message.endsWith("?") ? message.lastIndexOf("Did you mean ") : -1;
  return at === -1 ? message : message.slice(0, at).trimEnd();
}

/** Messages repeat values and names, some of them many times. */
function shortened(message: string): string {
  return message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE)}…` : message;
}
