export { ReportButton } from "./ReportButton";
export { useReasonText } from "./use-reason-text";
