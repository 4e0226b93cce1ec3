/** What a decision is about. */
export interface TargetId {
  kind: "prompt" | "comment";
  /** Undefined for what cannot be one. */
  id: string | number | undefined;
}
