import { DomainError } from "../domain/domain-error";

const RETRY_AFTER_SECONDS = 1;

/** For work that is refused because a queue is full. */
export function overloadedError(): DomainError {
  return new DomainError("SERVICE_UNAVAILABLE", "Too much is asked for at once.", { retryAfter: RETRY_AFTER_SECONDS });
}

/** For work that is not begun because its client has disconnected while it waited. */
export class AbandonedError extends DomainError {
  constructor() {
    super("SERVICE_UNAVAILABLE", "The client has disconnected.");
  }
}

/** Whether work was refused because of a full queue or a used-up budget. */
export function isRefused(error: unknown): boolean {
  return error instanceof DomainError && (error.code === "SERVICE_UNAVAILABLE" || error.code === "RATE_LIMITED");
}
