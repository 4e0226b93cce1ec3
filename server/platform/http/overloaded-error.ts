import { DomainError } from "../domain/domain-error";

const RETRY_AFTER_SECONDS = 1;

/** So much waits already that this had better come again later. */
export function overloadedError(): DomainError {
  return new DomainError("SERVICE_UNAVAILABLE", "Too much is asked for at once.", { retryAfter: RETRY_AFTER_SECONDS });
}
