import type { ReactNode } from "react";
import { type LatePart, useLatePart } from "../../runtime/late-part";

export interface FailureWordsProps {
  error: unknown;
  /** "crash": a component threw. "details": what is for whoever reports it. */
  of?: "load" | "crash" | "details";
  /** What is said until the words are there, and if there is no more to say. */
  children?: ReactNode;
}

const late: LatePart<FailureWordsProps> = { source: "", importModule: () => import("./LateFailureWords") };

/** What is to be said of a failure beyond that it happened. */
export function FailureWords(props: FailureWordsProps) {
  return useLatePart(late) && late.Component ? <late.Component {...props} /> : props.children;
}
