export { Decision } from "./Decision";
export { DecisionsOnOwn } from "./DecisionsOnOwn";
export { ReportButton } from "./ReportButton";
export { useActText } from "./use-act-text";
export { useLoadMore } from "./use-load-more";
export { useReasonText } from "./use-reason-text";
