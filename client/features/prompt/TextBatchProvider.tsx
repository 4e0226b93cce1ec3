import { useApolloClient } from "@apollo/client/react";
import { createContext, type ReactNode, useContext, useMemo } from "react";
import { TextBatch } from "./text-batch";

const TextBatchContext = createContext<TextBatch | null>(null);

export function TextBatchProvider({ children }: { children: ReactNode }) {
  const apollo = useApolloClient();
  const batch = useMemo(() => new TextBatch(apollo), [apollo]);
  return <TextBatchContext value={batch}>{children}</TextBatchContext>;
}

export function useTextBatch(): TextBatch {
  const batch = useContext(TextBatchContext);
  if (!batch) throw new Error("useTextBatch needs a TextBatchProvider above it");
  return batch;
}
