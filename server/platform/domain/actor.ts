/** Where a request comes from, as far as counting copies and limiting rates goes. */
export interface Caller {
  /** As the server sees it: behind a trusted proxy, the one that the proxy names. */
  address: string;
  userAgent: string;
}

interface Asking {
  caller: Caller;
}

export interface Visitor extends Asking {
  kind: "visitor";
}

/** A member who is signed in. */
export interface SessionActor extends Asking {
  kind: "session";
  userId: string;
  sessionId: string;
  isModerator: boolean;
}

/** A program that holds an API token of a member. */
export interface TokenActor extends Asking {
  kind: "token";
  userId: string;
  scope: "READ" | "WRITE";
}

/** Who wants something of a service. Transports find it out; services decide by it. */
export type Actor = Visitor | SessionActor | TokenActor;
