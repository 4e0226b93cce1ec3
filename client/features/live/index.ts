export type { LiveEvent, Topic } from "./live-stream";
export { useLive } from "./use-live";
