import type { EntityManager } from "typeorm";
import { CODE_PURPOSES, type CodePurpose } from "./code-purposes";
import { voidCodes } from "./code.service";
import type { ProvenAccount } from "./proven-account";
import { ApiTokenEntity } from "./session.entity";
import { endOtherSessions } from "./session.service";

const CODES_OF_HOLDER: readonly CodePurpose[] = ["confirm-email", "login-link", "reset-password"];

/** What may go on when a member changes the password themselves. Recovery keeps nothing. */
interface Kept {
  sessionId?: string;
  apiTokens?: boolean;
  /** Codes that are sent to the account's own address, by which whoever reads its mails gets in: none of them is the member's. */
  codesOfHolder?: boolean;
}

/**
 * Ends every thing by which somebody can act for an account, now or later: sessions with their refresh tokens, API tokens, codes
 * of every purpose with the mails that carry them, and a pending change of the address (which is a code). A table that gives
 * somebody a hold of an account is ended here, or `footholds.api.test.ts` fails.
 */
export async function endFootholds(manager: EntityManager, { userId }: ProvenAccount, kept: Kept = {}): Promise<void> {
  await endOtherSessions(manager, userId, kept.sessionId ?? null);
  if (!kept.apiTokens) await manager.delete(ApiTokenEntity, { userId });
  await voidCodes(
    manager,
    userId,
    CODE_PURPOSES.filter((purpose) => !(kept.codesOfHolder && CODES_OF_HOLDER.includes(purpose))),
  );
}
