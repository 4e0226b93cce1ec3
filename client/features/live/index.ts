export type { LiveEvent } from "./live-stream";
export { useLive } from "./use-live";
export { useLiveAnswer, useQuestion } from "./use-live-answer";
