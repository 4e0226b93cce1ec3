import type { DocumentNode } from "graphql";
import type { NotFoundRequest, PageAssets, PageRequest, PageResult, Site } from "../../../contract/page-renderer";

type Execution = Parameters<Site["execute"]>[0];

/** A request without what cannot be sent to another thread, or is the same in all of them. */
type Sent<Request extends Site> = Omit<Request, "execute" | "assets">;

export type PageTask = { page: Sent<PageRequest> } | { notFound: Sent<NotFoundRequest> };

/** What the thread that serves tells the one that renders. */
export type ToRenderer =
  | { type: "render"; render: number; task: PageTask; assets: PageAssets | undefined }
  /** @property result JSON: faster to send than its objects */
  | { type: "executed"; execution: number; result: string }
  | { type: "not executed"; execution: number; message: string };

/** What the thread that renders tells the one that serves. */
export type FromRenderer =
  | { type: "ready"; inlineScripts: readonly string[] }
  | {
      type: "execute";
      render: number;
      execution: number;
      /** A number for each document, which is sent once. */
      document: number;
      query: DocumentNode | undefined;
      rest: Omit<Execution, "query">;
    }
  | { type: "rendered"; render: number; result: PageResult }
  | { type: "failed"; render: number; error: Error };
