import type { ImportFailureCode } from "../../../contract/transfer";

/** The file as a whole cannot be imported. */
export class ImportFailedError extends Error {
  override readonly name = "ImportFailedError";

  constructor(
    readonly code: ImportFailureCode,
    readonly line: number | null = null,
    readonly limit: number | null = null,
  ) {
    super(code);
  }
}
