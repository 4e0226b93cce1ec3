export type { LiveEvent } from "./live-stream";
export { useLive } from "./use-live";
export { useLiveAnswer } from "./use-live-answer";
