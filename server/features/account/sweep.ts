import type { DataSource } from "typeorm";
import { sweepCodes } from "./code.service";
import { sweepSessions } from "./session.service";

/** Deletes expired sessions and codes. Expired API tokens stay visible to their owner until revoked. */
export async function sweepAccounts(dataSource: DataSource): Promise<void> {
  await sweepSessions(dataSource);
  await sweepCodes(dataSource);
}
