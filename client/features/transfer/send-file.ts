import { ServerError } from "@apollo/client";
import { ACCOUNT_HEADER } from "../../../contract/session";
import type { Locale } from "../../../contract/locales";
import {
  FILE_FAULT_CODES,
  type FileFault,
  type ImportAnswer,
  type ImportFailure,
  type ImportFormat,
  type ImportReport,
} from "../../../contract/transfer";
import { isSignedIn } from "../../session/is-signed-in";
import { notDone, NotDoneError, sendAs } from "../../session/send-as";
import type { Session } from "../../session/session";
import { SessionEndedError } from "../../session/session-link";

/** Of sending, then of saving; both in their own units. */
export interface ImportProgress {
  phase: "sending" | "saving";
  done: number;
  total: number;
}

interface FileToSend {
  file: File;
  /** Recognized by the content if null. */
  format: ImportFormat | null;
  /** `${name}` stays as it is. */
  keepsPlaceholders: boolean;
  /** The language of texts that do not name theirs. */
  locale: Locale;
  onProgress(progress: ImportProgress): void;
}

/** Imports a file. @throws if it was not imported for a reason that is not the file's */
export async function sendFile(
  session: Session,
  request: FileToSend,
): Promise<ImportReport | ImportFailure | FileFault> {
  const { file, format, keepsPlaceholders, locale, onProgress } = request;
  const parameters = new URLSearchParams({
    locale,
    ...(format && { format }),
    ...(keepsPlaceholders && { placeholders: "keep" }),
  });
  // A server refuses a file before it has arrived, which browsers report as a lost connection: ask first.
  if ((await isSignedIn(session).catch(notDone)) === false) throw new SessionEndedError();
  const lines = new Lines(onProgress);
  const response = await sendAs(session, (headers) =>
    upload(`${session.basePath}/api/import?${parameters.toString()}`, file, headers, lines, onProgress),
  );
  if (!response.ok) {
    const bodyText = await response.text();
    const fault = response.status === 400 ? faultOf(bodyText) : undefined;
    if (fault) return fault;
    throw new ServerError("The import failed.", { response, bodyText });
  }
  const { last } = lines;
  // The server or the network broke off.
  if (!last || "progress" in last) throw new TypeError("The answer is incomplete.");
  if ("report" in last) return last.report;
  if (last.failure.code === "UNAUTHENTICATED") throw new SessionEndedError();
  return last.failure;
}

/** Undefined if it is not the file that is at fault. @param body of a 400 */
function faultOf(body: string): FileFault | undefined {
  try {
    const [error] = (JSON.parse(body) as { errors: { extensions: FileFault }[] }).errors;
    return error && FILE_FAULT_CODES.includes(error.extensions.code) ? error.extensions : undefined;
  } catch {
    return undefined;
  }
}

/** The lines of an answer that is still arriving. */
class Lines {
  last: ImportAnswer | undefined;
  private read = 0;

  constructor(private readonly onProgress: FileToSend["onProgress"]) {}

  /** @param text all that has arrived */
  take(text: string): void {
    for (let end = text.indexOf("\n", this.read); end !== -1; end = text.indexOf("\n", this.read)) {
      this.last = JSON.parse(text.slice(this.read, end)) as ImportAnswer;
      this.read = end + 1;
      if ("progress" in this.last) this.onProgress({ phase: "saving", ...this.last.progress });
    }
  }
}

/** By XMLHttpRequest, which tells how much has been sent. */
function upload(
  address: string,
  file: File,
  headers: Readonly<Record<string, string>>,
  lines: Lines,
  onProgress: FileToSend["onProgress"],
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", address);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    const isAnswer = () => request.status === 200;
    request.upload.onprogress = ({ loaded, total }) => onProgress({ phase: "sending", done: loaded, total });
    request.onprogress = () => isAnswer() && lines.take(request.responseText);
    request.onload = () => {
      if (isAnswer()) lines.take(request.responseText);
      const { status, responseText } = request;
      const account = request.getResponseHeader(ACCOUNT_HEADER);
      resolve(new Response(responseText, { status, headers: account === null ? {} : { [ACCOUNT_HEADER]: account } }));
    };
    let hasArrived = false;
    request.upload.onload = () => (hasArrived = true);
    request.onerror = request.onabort = () => {
      const message = "The connection was lost.";
      reject(hasArrived ? new TypeError(message) : new NotDoneError(message));
    };
    request.send(file);
  });
}
