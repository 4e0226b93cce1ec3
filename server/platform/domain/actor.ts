/** The origin of a request, for rate limits and for counting copies. */
export interface Caller {
  /** The client's network address; behind a trusted proxy, the one that the proxy reports. */
  address: string;
  userAgent: string;
}

interface WithCaller {
  caller: Caller;
}

export interface Visitor extends WithCaller {
  kind: "visitor";
}

/** A member who is signed in. */
export interface SessionActor extends WithCaller {
  kind: "session";
  userId: string;
  sessionId: string;
  isModerator: boolean;
}

/** A program with a member's API token. */
export interface TokenActor extends WithCaller {
  kind: "token";
  userId: string;
  tokenId: string;
  scope: "READ" | "WRITE";
}

/** The caller of a service. Transports identify it; services authorize it. */
export type Actor = Visitor | SessionActor | TokenActor;
