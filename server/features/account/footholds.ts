import type { EntityManager } from "typeorm";
import { CODE_PURPOSES, type CodePurpose } from "./code-purposes";
import { voidCodes } from "./code.service";
import type { ProvenAccount } from "./proven-account";
import { ApiTokenEntity } from "./session.entity";
import { endOtherSessions } from "./session.service";

const OWN_ADDRESS_CODES: readonly CodePurpose[] = ["confirm-email", "login-link", "reset-password"];

/** What to keep when members change their password themselves. Recovery keeps nothing. */
interface KeptAccess {
  sessionId?: string;
  apiTokens?: boolean;
  /** Codes sent to the account's own address. They let in whoever reads its mail, so the password's owner has no say over them. */
  ownAddressCodes?: boolean;
}

/**
 * Revokes everything that lets somebody act for an account, now or later: sessions, API tokens, codes of
 * every purpose with the mails that carry them, and a pending email change (which is a code). Every table that grants access to an
 * account must be cleared here, or `footholds.api.test.ts` fails.
 */
export async function endFootholds(
  manager: EntityManager,
  { userId }: ProvenAccount,
  keep: KeptAccess = {},
): Promise<void> {
  await endOtherSessions(manager, userId, keep.sessionId ?? null);
  if (!keep.apiTokens) await manager.delete(ApiTokenEntity, { userId });
  await voidCodes(
    manager,
    userId,
    CODE_PURPOSES.filter((purpose) => !(keep.ownAddressCodes && OWN_ADDRESS_CODES.includes(purpose))),
  );
}
