import type { InjectOptions } from "fastify";
import type { TestApp } from "./test-app";

export interface GraphqlBody {
  data?: Record<string, unknown> | null;
  errors?: { message: string; extensions: { code: string } }[];
}

export interface RawAnswer {
  status: number;
  headers: Record<string, unknown>;
  text: string;
  body: GraphqlBody;
}

/** Low-level requests to `/graphql`. */
export function graphqlRequests(site: () => TestApp) {
  const request = async (options: InjectOptions): Promise<RawAnswer> => {
    const response = await site().app.inject({ url: "/graphql", ...options });
    return {
      status: response.statusCode,
      headers: response.headers,
      text: response.body,
      body: response.json<GraphqlBody>(),
    };
  };
  return {
    request,
    post: (payload: unknown, headers: Record<string, string> = {}) =>
      request({
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        payload: typeof payload === "string" ? payload : JSON.stringify(payload),
      }),
    get: (parameters: Record<string, string>, headers: Record<string, string> = { "apollo-require-preflight": "1" }) =>
      request({ url: `/graphql?${new URLSearchParams(parameters).toString()}`, headers }),
  };
}
