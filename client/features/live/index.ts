export type { LiveEvent } from "./live-events";
export { useLive } from "./use-live";
export { useLiveAnswer, useQuestion } from "./use-live-answer";
