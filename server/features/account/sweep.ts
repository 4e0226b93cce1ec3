import type { DataSource } from "typeorm";
import { sweepCodes } from "./code.service";
import { sweepSessions } from "./session.service";

/** Deletes sessions and codes that have run out. Tokens that have are shown to their owner until they are revoked. */
export async function sweepAccounts(dataSource: DataSource): Promise<void> {
  await sweepSessions(dataSource);
  await sweepCodes(dataSource);
}
