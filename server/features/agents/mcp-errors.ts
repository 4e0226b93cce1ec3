import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { DomainError } from "../../platform/domain/domain-error";
import { type AgentSite, operationErrorOf } from "./agent-site";

/** Of the codes that JSON-RPC leaves to servers. */
const SERVER_ERROR = -32_000;
/** Codes of mistakes that other parameters correct. */
const INVALID: readonly string[] = ["BAD_USER_INPUT", "NOT_FOUND", "QUERY_TOO_COMPLEX"];

export function invalidParams(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}

/** Answers with an error of the protocol what the API refuses; `data` has its code. */
export async function inProtocol<Result>(site: AgentSite, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (caught) {
    if (caught instanceof ProtocolError) throw caught;
    const { code, message, details } = caught instanceof DomainError ? caught : operationErrorOf(caught, site);
    const number = code === "INTERNAL_SERVER_ERROR" ? ProtocolErrorCode.InternalError : SERVER_ERROR;
    throw new ProtocolError(INVALID.includes(code) ? ProtocolErrorCode.InvalidParams : number, message, {
      code,
      ...details,
    });
  }
}
