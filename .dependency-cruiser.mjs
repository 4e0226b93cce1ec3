/**
 * Who may import whom (ARCHITECTURE.md). `from` and `to` are paths from here; `$1` is what the first brackets of `from` matched.
 * Each rule is proved by a breaking import in `server/import-rules.test.ts`.
 */

const TESTS = "\\.test\\.tsx?$";
const packages = (...names) => `^(node_modules/)?(${names.join("|")})(/|$)`;

/** Entry points and what puts the page together: they know everything. */
const ASSEMBLY = "^client/runtime/(entry\\.(client|server)|Document|render-document|router|prefetch)\\.tsx?$";

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    {
      name: "no-circles",
      comment: "What imports itself in a circle can be understood, tested and loaded only as a whole.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "contract-imports-nothing",
      comment: "Server, client and extension import the contract; it imports none of them, and of packages only types.",
      severity: "error",
      from: { path: "^contract/", pathNot: TESTS },
      to: { pathNot: "^contract/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "server-knows-no-client",
      comment: "The server knows the client only as a PageRenderer.",
      severity: "error",
      from: { path: "^server/" },
      to: { path: "^(client|extension)/" },
    },
    {
      name: "client-knows-no-server",
      comment: "The client knows the server only through schema.graphql.",
      severity: "error",
      from: { path: "^client/" },
      to: { path: "^(server|extension)/" },
    },
    {
      name: "extension-knows-neither",
      comment: "The extension knows the server only through schema.graphql, and shares the contract with the client.",
      severity: "error",
      from: { path: "^extension/" },
      to: { path: "^(client|server)/" },
    },
    {
      name: "journeys-come-from-outside",
      comment: "Journeys know the site from outside; only what they put into its database comes from the server.",
      severity: "error",
      from: { path: "^e2e/" },
      to: {
        path: "^(client|extension|server)/",
        pathNot: "^server/platform/testing/(community|deep|markdown-cases|site-database|xss-payloads)\\.ts$",
      },
    },
    {
      name: "platform-knows-no-feature",
      comment: "The platform serves the features and knows none of them.",
      severity: "error",
      from: { path: "^server/platform/", pathNot: [TESTS, "^server/platform/testing/"] },
      to: { path: "^server/(features|library)/|^server/[^/]+\\.ts$" },
    },
    {
      name: "services-know-no-transport",
      comment: "Services are reached by any transport: they take an actor and the database, and throw domain errors.",
      severity: "error",
      from: {
        path: "^server/(features|platform/domain)/",
        pathNot: [TESTS, "\\.(resolver|type|input|payload|reader|loader|route)\\.ts$", "/index\\.ts$"],
      },
      to: {
        path: `${packages("fastify", "graphql", "type-graphql", "@apollo/server")}|^server/platform/(graphql|http)/`,
      },
    },
    {
      name: "features-by-their-index",
      comment: "One feature uses another through its index only.",
      severity: "error",
      from: { path: "^((?:server|client)/features/)([^/]+)/" },
      to: { path: "^$1", pathNot: ["^$1$2/", "^$1[^/]+/index\\.ts$"] },
    },
    {
      name: "migrations-import-nothing",
      comment: "Migrations never change once landed, whatever becomes of the app.",
      severity: "error",
      from: { path: "^server/migrations/\\d" },
      to: { path: "^(contract|client|extension|server)/" },
    },
    {
      name: "ui-knows-no-data",
      comment: "ui/ is made of the component library; it knows no GraphQL and nothing of the rooms above it.",
      severity: "error",
      from: { path: "^client/ui/" },
      to: {
        path: `^client/(features|forms|gql|routes|runtime|session)/|${packages("@apollo/client", "graphql")}`,
      },
    },
    {
      name: "session-and-runtime-know-no-feature",
      comment: "routes → features → forms → session, runtime → ui. Only the assembly knows everything.",
      severity: "error",
      from: { path: "^client/(i18n|runtime|session)/", pathNot: [TESTS, ASSEMBLY] },
      to: { path: [ASSEMBLY, "^client/(features|forms|routes)/"] },
    },
    {
      name: "forms-know-no-feature",
      comment: "Forms belong to whatever feature needs them.",
      severity: "error",
      from: { path: "^client/forms/" },
      to: { path: [ASSEMBLY, "^client/(features|routes)/"] },
    },
    {
      name: "features-know-no-route",
      comment: "Routes use features, never the reverse.",
      severity: "error",
      from: { path: "^client/features/" },
      to: { path: [ASSEMBLY, "^client/routes/"] },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^((client|extension|server)/gql/|dist/)" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    detectJSDocImports: false,
  },
};
