import { ImportFailedError } from "./import-failure";

/** The text of a file, without its byte order mark, and with plain line breaks. @throws ENCODING unless it is UTF-8 */
export async function* textOf(file: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let line = 1;
  let isAfterReturn = false;
  const decode = (chunk?: Uint8Array): string => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw new ImportFailedError("ENCODING", line);
    }
  };
  for await (const chunk of file) {
    let text = decode(chunk);
    if (isAfterReturn && text.startsWith("\n")) text = text.slice(1);
    if (text !== "") isAfterReturn = text.endsWith("\r");
    text = text.replace(/\r\n?/g, "\n");
    line += text.split("\n").length - 1;
    yield text;
  }
  yield decode();
}
