import type { Problem } from "../../platform/domain/problem";
import type { RequestContext } from "../../platform/graphql/context";
import { type Account, accountById } from "./account.reader";
import type { AcceptedPayload, ApiTokenPayload, SignInPayload, Viewer, ViewerPayload } from "./account.type";
import type { NewApiToken } from "./api-token.service";
import type { ChangeResult, SignInResult, StartedSession } from "./session.service";
import { currentAccount } from "./settings.service";
import { TOKEN_SECONDS } from "./signing-keys";
import { signSession } from "./tokens";

export async function signInPayload(
  context: RequestContext,
  { session, problems }: SignInResult,
): Promise<SignInPayload> {
  if (!session) return { viewer: null, problems };
  await switchSession(context, session);
  return { viewer: toViewer(await accountById(context.dataSource, session.userId)), problems: [] };
}

/** Makes this the session of the current request and, through the cookie, of those that follow. */
export async function switchSession(context: RequestContext, session: StartedSession): Promise<void> {
  context.cookies.set(await signSession(context, { sessionId: session.id, userId: session.userId }), TOKEN_SECONDS);
  const { caller } = context.actor;
  // Moderator rights take effect from the next request on.
  context.actor = { kind: "session", caller, userId: session.userId, sessionId: session.id, isModerator: false };
}

/** The caller's account. */
export async function viewerOf({ dataSource, actor }: RequestContext): Promise<Viewer | null> {
  return actor.kind === "visitor" ? null : toViewer(await accountById(dataSource, actor.userId));
}

export async function viewerPayload(context: RequestContext, problems: Problem[]): Promise<ViewerPayload> {
  return problems.length > 0
    ? { viewer: null, problems }
    : { viewer: toViewer(await currentAccount(context.dataSource, context.actor)), problems };
}

export async function acceptedPayloadWithSession(
  context: RequestContext,
  { problems, session }: ChangeResult,
): Promise<AcceptedPayload> {
  if (session) await switchSession(context, session);
  return acceptedPayload(problems);
}

export function apiTokenPayload({ apiToken, token, problems }: NewApiToken): ApiTokenPayload {
  return { apiToken: apiToken ?? null, token: token ?? null, problems: problems ?? [] };
}

export function acceptedPayload(problems: Problem[]): AcceptedPayload {
  return { accepted: problems.length === 0, problems };
}

export function toViewer(account: Account | null): Viewer | null {
  if (!account) return null;
  const {
    userId: id,
    username,
    createdAt,
    promptCount,
    email,
    emailConfirmed,
    passwordHash,
    locale,
    isModerator,
  } = account;
  return {
    user: { id, username, createdAt, promptCount },
    email,
    emailVerified: emailConfirmed,
    isModerator,
    hasPassword: passwordHash !== null,
    locale,
  };
}
