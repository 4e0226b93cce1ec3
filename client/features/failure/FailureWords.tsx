import { type LatePart, useLatePart } from "../../runtime/late-part";
import type { FailureWordsProps } from "./LateFailureWords";

const late: LatePart<FailureWordsProps> = { source: "", importModule: () => import("./LateFailureWords") };

/** What is to be said of a failure beyond that it happened. */
export function FailureWords(props: FailureWordsProps) {
  return useLatePart(late) && late.Component ? <late.Component {...props} /> : props.children;
}
