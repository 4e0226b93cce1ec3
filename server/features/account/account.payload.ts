import type { Problem } from "../../platform/domain/problem";
import type { RequestContext } from "../../platform/graphql/context";
import { type Account, accountById } from "./account.reader";
import type { AcceptedPayload, SignInPayload, Viewer, ViewerPayload } from "./account.type";
import type { Done, SignIn, StartedSession } from "./session.service";
import { ownAccount } from "./settings.service";
import { tokensOf } from "./tokens";

/** Of descriptions. */
export const LIMITED = "Rate limited by account and by address (RATE_LIMITED with `retryAfter` in seconds).";

export async function signedIn(context: RequestContext, { session, problems }: SignIn): Promise<SignInPayload> {
  if (!session) return { viewer: null, problems };
  await enter(context, session);
  return { viewer: toViewer(await accountById(context.dataSource, session.userId)), problems: [] };
}

/** The rest of this request, and those that follow with its cookies, are of this session. */
export async function enter(context: RequestContext, session: StartedSession): Promise<void> {
  const tokens = tokensOf(context);
  context.cookies.set({ access: await tokens.access(session), refresh: await tokens.refresh(session) });
  const { caller } = context.actor;
  // Who moderates does so from the next request on.
  context.actor = { kind: "session", caller, userId: session.userId, sessionId: session.id, isModerator: false };
}

export async function changed(context: RequestContext, problems: Problem[]): Promise<ViewerPayload> {
  return problems.length > 0
    ? { viewer: null, problems }
    : { viewer: toViewer(await ownAccount(context.dataSource, context.actor)), problems };
}

export async function done(context: RequestContext, { problems, session }: Done): Promise<AcceptedPayload> {
  if (session) await enter(context, session);
  return accepted(problems);
}

export function accepted(problems: Problem[]): AcceptedPayload {
  return { accepted: problems.length === 0, problems };
}

export function toViewer(account: Account | null): Viewer | null {
  if (!account) return null;
  const { userId: id, username, createdAt, promptCount, email, emailConfirmed, passwordHash, locale } = account;
  return {
    user: { id, username, createdAt, promptCount },
    email,
    emailVerified: emailConfirmed,
    hasPassword: passwordHash !== null,
    locale,
  };
}
