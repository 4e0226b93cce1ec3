import type { FileFaultCode } from "../../../contract/transfer";

/** The file as a whole cannot be read. */
export class ImportFailedError extends Error {
  override readonly name = "ImportFailedError";

  constructor(
    readonly code: FileFaultCode,
    readonly line: number | null = null,
    readonly limit: number | null = null,
  ) {
    super(code);
  }
}
