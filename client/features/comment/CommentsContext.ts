import { createContext, useContext } from "react";
import type { commentVariables } from "./comment-variables";

interface CommentsValue {
  /** Null on the feedback page. */
  promptId: string | null;
  /** Those with which the shown comments were loaded. */
  variables: ReturnType<typeof commentVariables>;
}

export const CommentsContext = createContext<CommentsValue | null>(null);

/** Which comments are shown. */
export function useComments(): CommentsValue {
  const value = useContext(CommentsContext);
  if (!value) throw new Error("Outside of comments");
  return value;
}
