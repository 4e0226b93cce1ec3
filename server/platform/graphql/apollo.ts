import { ApolloServer, type ApolloServerPlugin } from "@apollo/server";
import { unwrapResolverError } from "@apollo/server/errors";
import { ApolloServerPluginCacheControlDisabled } from "@apollo/server/plugin/disabled";
import { ApolloServerPluginLandingPageDisabled } from "@apollo/server/plugin/disabled";
import { type GraphQLFormattedError, type GraphQLSchema, OperationTypeNode } from "graphql";
import { isDatabaseAway } from "../http/errors.route";
import type { RequestContext } from "./context";
import { type ErrorLog, FAULT_MESSAGE, isFault, logFaults } from "./faults";
import { checkCost } from "./query-cost";

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
    // Suggestions ("did you mean") would print names that a schema may one day keep to itself, and cost time.
    hideSchemaDetailsFromClientErrors: true,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    formatError: maskFault,
    plugins: [
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      costLimit(schema),
      reportFaults(log),
      awaitAfterMutations(afterMutation),
    ],
  });
}

function costLimit(schema: GraphQLSchema): ApolloServerPlugin<RequestContext> {
  return {
    requestDidStart: () =>
      Promise.resolve({
        didResolveOperation: ({ document, operation, request }) => {
          if (operation) checkCost(schema, document, operation, request.variables ?? {});
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
          if (logFaults(errors, operationName, log).some(isDatabaseAway)) {
            response.http.status = 503;
            response.http.headers.set("retry-after", "5");
          }
          return Promise.resolve();
        },
      }),
  };
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

/** Text of the database and of libraries never leaves. */
function maskFault(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  const code = formatted.extensions?.["code"];
  // Apollo Server hides suggestions in what validation says, but not in what it says of variables.
  if (code === "BAD_USER_INPUT")
    return { ...formatted, message: formatted.message.replace(/ Did you mean [^?]*\?$/, "") };
  if (code !== undefined && code !== "INTERNAL_SERVER_ERROR") return formatted;
  if (!isFault(unwrapResolverError(error))) return formatted;
  return {
    message: FAULT_MESSAGE,
    ...(formatted.path ? { path: formatted.path } : {}),
    extensions: { code: "INTERNAL_SERVER_ERROR" },
  };
}
