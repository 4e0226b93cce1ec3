import "reflect-metadata";
import { ApolloServerErrorCode } from "@apollo/server/errors";
import { buildSchema, graphqlSync } from "graphql";
import { describe, expect, test } from "vitest";
import { COPY_QUERIES } from "../contract/copy-queries";
import { LIMITS } from "../contract/limits";
import { TRANSFER_LIMITS } from "../contract/transfer";
import { USUAL_WORK_BUDGET } from "./platform/config/config";
import { DOCUMENT_LIMITS } from "./platform/graphql/document-limits";
import { COST_LIMIT } from "./platform/graphql/query-cost";
import { BODY_LIMITS } from "./platform/http/body-limits";
import { HTTP_CODES, HTTP_STATUS } from "./platform/http/errors.route";
import { STREAM_LIMITS } from "./platform/live/event-streams";
import { emitSchema, schema } from "./schema";

const toldBySdl = buildSchema(emitSchema());
const description = toldBySdl.description ?? "";
const entries = description.split("\n").filter((line) => line.startsWith("- "));

/** The line of the list that explains a code. */
const entryOf = (code: string) => entries.find((line) => line.includes(`\`${code}\``)) ?? "";

describe("the schema's own description", () => {
  test("reaches who reads the SDL and who asks the schema for it, with those of the root types", () => {
    const { data } = graphqlSync({
      schema: schema(),
      source:
        "{ __schema { description queryType { description } mutationType { description } subscriptionType { description } } }",
    });
    expect(data).toEqual({
      __schema: {
        description,
        queryType: { description: toldBySdl.getQueryType()?.description },
        mutationType: { description: toldBySdl.getMutationType()?.description },
        subscriptionType: { description: toldBySdl.getSubscriptionType()?.description },
      },
    });
    expect(description).toContain("Authorization: Bearer <token>");
  });

  test.each(Object.entries(HTTP_STATUS))("has the code %s and its status %i", (code, status) => {
    expect(entryOf(code)).toContain(String(status));
  });

  test.each(Object.entries(HTTP_CODES))("has the status %i and its code %s", (status, code) => {
    expect(entryOf(code)).toContain(status);
  });

  test.each([...Object.values(ApolloServerErrorCode), "QUERY_TOO_COMPLEX"])("has the code %s", (code) => {
    expect(entryOf(code)).not.toBe("");
  });

  test("has the queries that keep a copy", () => {
    expect(description).toContain(COPY_QUERIES);
  });

  test("has the limits that are enforced", () => {
    const { introspectionDepth: _, ...document } = DOCUMENT_LIMITS;
    const { pageSize, defaultPageSize } = LIMITS;
    const counts = [...Object.values(document), pageSize, defaultPageSize, COST_LIMIT, USUAL_WORK_BUDGET];
    const sizes = [`${(BODY_LIMITS.operation / 1024).toLocaleString("en")} kB`];
    const told = new Set(description.match(/\d[\d,]*( [kM]B)?/g));
    expect([...counts.map((count) => count.toLocaleString("en")), ...sizes].filter((each) => !told.has(each))).toEqual(
      [],
    );
    expect(told).toContain(`${String(TRANSFER_LIMITS.fileBytes / 1024 / 1024)} MB`);
    const streams = new Set(toldBySdl.getSubscriptionType()?.description?.match(/\d[\d,]*/g));
    expect(Object.values(STREAM_LIMITS).filter((each: number) => !streams.has(each.toLocaleString("en")))).toEqual([]);
  });
});
