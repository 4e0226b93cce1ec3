import type { FileFault, ImportAnswer, ImportFailure, ImportReport } from "../../../contract/transfer";
import type { TestBrowser } from "./member";
import type { TestApp } from "./test-app";

export interface TransferAnswer {
  status: number;
  headers: Record<string, unknown>;
  text: string;
  bytes: Buffer;
  /** Of an error. */
  code: string | undefined;
  lines: ImportAnswer[];
  report: ImportReport | undefined;
  failure: ImportFailure | undefined;
  /** With the code of an error. */
  fault: FileFault | undefined;
}

interface Sender {
  browser?: TestBrowser | undefined;
  headers?: Record<string, string | undefined>;
}

function cookieOf(browser: TestBrowser | undefined): Record<string, string> {
  const cookie = [...(browser ? browser.cookies : [])].map(([name, { value }]) => `${name}=${value}`).join("; ");
  return cookie === "" ? {} : { cookie };
}

let addresses = 0;

async function send(
  site: TestApp,
  { browser, headers = {} }: Sender,
  request: { method: "GET" | "POST"; url: string; payload?: string | Buffer },
): Promise<TransferAnswer> {
  addresses += 1;
  const given: Record<string, string | undefined> = {
    origin: "http://localhost:3000",
    ...cookieOf(browser),
    ...headers,
  };
  const response = await site.app.inject({
    ...request,
    remoteAddress: `10.9.${addresses >> 8}.${addresses & 255}`,
    headers: Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  });
  const text = response.body;
  const isLines = String(response.headers["content-type"]).includes("ndjson");
  const lines = isLines
    ? text
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as ImportAnswer)
    : [];
  const last = lines.at(-1);
  const isError = response.statusCode >= 400;
  const errors = isError ? response.json<{ errors: { extensions: FileFault }[] }>().errors : [];
  return {
    status: response.statusCode,
    headers: response.headers,
    text,
    bytes: response.rawPayload,
    code: errors[0]?.extensions.code,
    lines,
    report: last && "report" in last ? last.report : undefined,
    fault: errors[0]?.extensions,
    failure: last && "failure" in last ? last.failure : undefined,
  };
}

export function sendExport(site: TestApp, sender: Sender, parameters = ""): Promise<TransferAnswer> {
  return send(site, sender, { method: "GET", url: `/api/export${parameters}` });
}

export function sendImport(
  site: TestApp,
  sender: Sender,
  file: string | Buffer | object,
  parameters = "format=json&locale=en",
): Promise<TransferAnswer> {
  const payload = typeof file === "string" || Buffer.isBuffer(file) ? file : JSON.stringify(file);
  return send(site, sender, { method: "POST", url: `/api/import?${parameters}`, payload });
}
