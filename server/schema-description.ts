import { COPY_QUERIES } from "../contract/copy-queries";
import { LIMITS } from "../contract/limits";
import { LOCALES } from "../contract/locales";
import { PRODUCT_NAME } from "../contract/product";
import { TRANSFER_LIMITS } from "../contract/transfer";
import { TEXT_COST } from "./features/prompt";
import { USUAL_WORK_BUDGET } from "./platform/config/config";
import { DOCUMENT_LIMITS } from "./platform/graphql/document-limits";
import { COST_LIMIT, TYPICAL_LIST, VALUE_COST } from "./platform/graphql/query-cost";
import { STREAM_PATH } from "./platform/graphql/stream.route";
import { BODY_LIMITS } from "./platform/http/body-limits";
import { STREAM_LIMITS } from "./platform/live/event-streams";

const AUTHENTICATION = `## Authentication

Public data needs no account and no token. For anything else send an API token with every request:

    Authorization: Bearer <token>

Members make tokens in the settings of their account, or by \`createApiToken\`, with a scope: \`READ\` reads what its owner may read, \`WRITE\` also changes prompts, favourites, votes and comments. The settings of an account itself need a session. \`apiToken\` tells the scope and the expiry of the token that asks. A token that is unknown, revoked or expired is refused with 401; the header \`WWW-Authenticate\` and the message say why.`;

const IDS_AND_LISTS = `## Ids and lists

Prompts have numbers, as in their addresses (\`"7"\`); every other id begins with a letter (\`"c12"\`), so no two things share an id. \`node(id:)\` and \`nodes(ids:)\` read prompts, comments, tags and members by it.

Lists are Relay connections: \`first\` and \`after\` go forward, \`last\` and \`before\` backward; ${number(LIMITS.defaultPageSize)} rows when you do not say, at most ${number(LIMITS.pageSize)}. A cursor is good for its own list with the same filter and order only. Languages are \`locale\`s: \`EN\` here, \`en\` in addresses.`;

const ERRORS = `## Problems and errors

A mistake that a person can correct is a **problem**, in the payload of a mutation: \`problems { code field limit }\`, with status 200. The list is empty on success.

Anything else is an **error**, in \`errors\`, with a code in \`errors[].extensions.code\`. An error without a \`path\` refuses the whole request, with the status in this list. An error with a \`path\` belongs to one field: the field is null (or the nearest parent that can be null), the others are answered, and the status is 200, except for \`RATE_LIMITED\` and \`SERVICE_UNAVAILABLE\`:

- \`UNAUTHENTICATED\`, 401 with \`WWW-Authenticate\`: the credentials are of no use. Of a field: it needs a token or a session, and there is none.
- \`FORBIDDEN\`, 403: the token's scope is too small, or pages of other sites may not do this.
- \`NOT_FOUND\`, 404: it does not exist, or the caller may not see it.
- \`BAD_USER_INPUT\`, 400: a variable or an argument (\`argument\` names it) is not valid.
- \`RATE_LIMITED\`, 429 with \`Retry-After\`, also where it is a field's and nothing was carried out: more than \`limit\` in \`window\` seconds, or more than \`limit\` streams at once, counted by \`scope\` (\`ACCOUNT\`, \`ADDRESS\`, \`SESSION\`, \`NAME\`, \`MAILBOX\`). Ask again after \`retryAfter\` seconds.
- \`QUERY_TOO_COMPLEX\`, 400: \`measure\` names the limit, \`limit\` is its number, \`actual\` what the operation has. Do not repeat it; ask for less.
- \`SERVICE_UNAVAILABLE\`, 503 with \`Retry-After\`, also where it is a field's: the site is busy. Ask again after \`retryAfter\` seconds.
- \`GRAPHQL_PARSE_FAILED\`, \`GRAPHQL_VALIDATION_FAILED\`, \`OPERATION_RESOLUTION_FAILURE\`, 400: the document is not GraphQL, does not fit the schema, or does not say which of its operations to run.
- \`PERSISTED_QUERY_NOT_FOUND\`, 200: send the document together with its hash. \`PERSISTED_QUERY_NOT_SUPPORTED\` is not used.
- \`BAD_REQUEST\`, 400: the body is not a JSON object, it is a batch, or a GET with cookies lacks the header \`Apollo-Require-Preflight\`.
- \`METHOD_NOT_ALLOWED\`, 405 with \`Allow\`: also a mutation by GET. \`NOT_ACCEPTABLE\`, 406: \`Accept\` leaves out JSON, or \`text/event-stream\` for a stream. \`REQUEST_TIMEOUT\`, 408: the body took too long to arrive. \`PAYLOAD_TOO_LARGE\`, 413. \`UNSUPPORTED_MEDIA_TYPE\`, 415: send \`application/json\`.
- \`INTERNAL_SERVER_ERROR\`, 500 (200 of a field): our mistake. \`X-Request-Id\` names the request when you report it.`;

const OPERATION_LIMITS = `## Limits

- An operation costs at most ${number(COST_LIMIT)} points: 1 for each object that its page sizes allow (in a list without a page size ${number(TYPICAL_LIST)}, in \`texts\` one for each language), ${String(VALUE_COST)} for each value of it, and ${number(TEXT_COST)} more for a long text such as \`content\`. \`rateLimit { cost }\` tells what an operation costs.
- A client spends at most ${number(USUAL_WORK_BUDGET)} points a minute, unless the operator of the site sets another number: a network address, or an account, for its sessions and apart from them for its tokens. The headers \`X-RateLimit-Limit\`, \`-Remaining\`, \`-Used\` and \`-Reset\` (a Unix time) tell it, and so does \`rateLimit { cost limit remaining resetAt }\`.
- A document has at most ${number(DOCUMENT_LIMITS.depth)} levels (\`edges\`, \`node\` and \`nodes\` do not count), ${number(DOCUMENT_LIMITS.aliases)} aliases, ${number(DOCUMENT_LIMITS.fields)} fields, ${number(DOCUMENT_LIMITS.directives)} directives, ${number(DOCUMENT_LIMITS.tokens)} tokens, ${number(DOCUMENT_LIMITS.lines)} lines and ${number(DOCUMENT_LIMITS.length)} characters.
- A body has at most ${kilobytes(BODY_LIMITS.operation)}. It may come in chunks or compressed by gzip.
- Actions have limits of their own, which their descriptions tell.`;

const ADDRESSES = `## Addresses

All of them begin with the address of the site, like \`/graphql\` itself:

- \`/graphql\`: operations as JSON by POST; queries also by GET (\`?query=…&variables=…\`), without any special header as long as no cookie is sent. A GET without a token and a cookie is answered with an \`ETag\`, and with 304 for \`If-None-Match\`.
- \`${STREAM_PATH}\`: the subscription, by GraphQL over server-sent events (the protocol of graphql-sse, distinct connections).
- \`/schema.graphql\`: this schema.
- \`/api/export?format=json|csv|md\`: by GET with a token, all prompts of its owner as JSON (with favourites), CSV, or Markdown in a zip.
- \`/api/import?locale=en\`: by POST with a \`WRITE\` token, a file in JSON, CSV, Markdown or a zip of Markdown, of up to ${number(TRANSFER_LIMITS.fileBytes / 1024 / 1024)} MB. It answers with lines of JSON (\`progress\`, then \`report\` or \`failure\`).
- \`/mcp\`: the Model Context Protocol, for agents, with the same tokens.
- \`/en/prompt/12.md\`, \`.txt\`, \`.json\`, in each language: a public prompt without a page around it; parameters named like its blanks fill them.
- \`/en/prompt/12.jpg\` and \`/api/oembed?url=…\`: how other sites show a link to a public prompt.
- \`/api/openapi.json\`: these addresses by OpenAPI 3.1.
- \`/en/community-prompts.atom\`, in each language: new prompts of members, with \`?tag=code\` those with a tag.
- \`/llms.txt\`: an overview for language models. \`/sitemap.xml\`: every public page.

Pages of other sites may read from the API, and with a token also write to it. Their requests must not carry cookies.`;

const COPY = `## Keeping a copy

\`Copy\` reads all public prompts, page by page, with their texts in all languages. Further fields cost more: with \`variables\`, ask for 20 prompts at a time.

\`\`\`graphql
${COPY_QUERIES}\`\`\`

1. In the first run, leave \`$since\` out and read all pages of \`Copy\`. Keep the header \`Date\` of the first response.
2. In later runs, about once an hour, let \`$since\` be five minutes before that \`Date\`. \`Copy\` returns the prompts that were added or changed since, some of them once more: store each under its \`id\`. Then \`Removed\` returns those that are no longer public: delete them.
3. Repeat a run that breaks off with the same \`$since\`.

Counters and the names of authors change without \`updatedAt\`: for them, read everything again from time to time.`;

const LICENCE = `## Licence of the texts

The prompts of the library and the docs are licensed under CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/): name ${PRODUCT_NAME} as the source and say what you changed. Members keep their rights in the prompts that they share; by the terms of service everybody may read, copy and adapt such a prompt until its author deletes it or stops sharing it, and copies that were made until then remain.`;

const COMPATIBILITY = `## Compatibility

Nothing is removed or renamed without notice: it is marked \`@deprecated\`, with what to use instead, and stays for two more releases. \`CHANGELOG.md\` in the source lists every change with its version. Any release may add types, fields, optional arguments, enum values, problem codes and error codes: let your client accept values that it does not know.`;

/** What an integrator has to know before the first request; Markdown. Numbers are those of the constants that enforce them. */
export const SCHEMA_DESCRIPTION = [
  `${PRODUCT_NAME} is a library of prompts for AI models in ${number(LOCALES.length)} languages, together with the prompts, comments and votes of its members.`,
  AUTHENTICATION,
  IDS_AND_LISTS,
  COPY,
  ERRORS,
  OPERATION_LIMITS,
  ADDRESSES,
  LICENCE,
  COMPATIBILITY,
].join("\n\n");

/** By the name of the type. */
export const ROOT_DESCRIPTIONS: Readonly<Record<string, string>> = {
  Query:
    "Queries, by POST or GET. Public data needs no token; the description of a field says whether it needs `Authorization: Bearer <token>` or a session. The description of the schema has the limits, errors and addresses.",
  Mutation:
    "Mutations, by POST, carried out one after the other. One that is refused is null with an error; the others are carried out and answered all the same. `problems` lists the mistakes that a person can correct. With a token, pages of other sites may run every mutation that needs one; without a token, those that say that they are open to pages of other sites. Any other is FORBIDDEN (HTTP 403).",
  Subscription: `Subscriptions, at \`${STREAM_PATH}\`: GraphQL over server-sent events, a connection for each subscription. At most ${number(STREAM_LIMITS.total)} streams in all, ${number(STREAM_LIMITS.address)} for a network address and ${number(STREAM_LIMITS.account)} for an account; past that SERVICE_UNAVAILABLE (HTTP 503) or RATE_LIMITED (HTTP 429). FORBIDDEN with an API token: ask now and then instead.`,
};

function number(value: number): string {
  return value.toLocaleString("en");
}

function kilobytes(bytes: number): string {
  return `${number(bytes / 1024)} kB`;
}
