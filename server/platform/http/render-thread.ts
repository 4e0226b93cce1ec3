import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import type { FastifyBaseLogger } from "fastify";
import type { DocumentNode } from "graphql";
import { isPage } from "../../../contract/pages";
import type {
  NotFoundRequest,
  PageAssets,
  PageRenderer,
  PageRequest,
  PageResult,
  Site,
} from "../../../contract/page-renderer";
import type { FromRenderer, PageTask, ToRenderer } from "./render-messages";

export interface RenderThreadOptions {
  /** The built `render-worker`. */
  workerFile: string;
  /** The built `entry.server`. */
  rendererFile: string;
  logger: Pick<FastifyBaseLogger, "error">;
  /** Longer than any page takes: one that never ends would keep the thread for good. In ms. */
  limitMs?: number;
}

/** Many times what the operations of a page may take, with their waits. */
const LIMIT_MS = 60_000;

/** Of the rendering thread, in MB: several times what it needs. What takes more ends the thread, and not the site. */
const MAX_HEAP_MB = 256;
/** What pages leave is collected sooner than by default (48): the site takes 15 MB less. With 12 it took 15 % more processor. */
const MAX_YOUNG_HEAP_MB = 24;

/**
 * Renders pages in a thread of its own: a page takes up to 20 ms of processor, for which kept pages, health checks and the API would
 * have to wait. Data come from the thread that serves, where all operations run. If the rendering thread ends, for want of memory for
 * example, the pages under way fail, and the next one starts another. A page that does not end ends the thread.
 */
export class RenderThread implements PageRenderer {
  readonly isPage = isPage;
  /** Known once it is ready. */
  inlineScripts: readonly string[] = [];
  private current: ThreadLife | undefined;
  private isClosed = false;

  constructor(private readonly options: RenderThreadOptions) {}

  /** Starts the thread, unless it runs. @throws what keeps it from starting */
  async ready(): Promise<void> {
    this.inlineScripts = await this.thread().ready;
  }

  render({ execute, assets, ...page }: PageRequest): Promise<PageResult> {
    return this.thread().render({ page }, assets, execute);
  }

  renderNotFound({ execute, assets, ...notFound }: NotFoundRequest): Promise<PageResult> {
    return this.thread().render({ notFound }, assets, execute);
  }

  /** Ends the thread. Pages under way fail. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.current?.end();
  }

  private thread(): ThreadLife {
    if (this.isClosed) throw new Error("The site is closing.");
    this.current ??= new ThreadLife(this.options, (reason) => {
      this.current = undefined;
      if (!this.isClosed) this.options.logger.error({ err: reason }, "The rendering thread has ended");
    });
    return this.current;
  }
}

interface RenderUnderWay {
  execute: Site["execute"];
  resolve(result: PageResult): void;
  reject(error: unknown): void;
  /** Why an operation was not executed: the page fails for that reason. */
  refusal?: { error: unknown };
  limit: NodeJS.Timeout;
}

/** One thread, from its start to its end. */
class ThreadLife {
  /** The sources of the inline scripts, once its code is loaded. */
  readonly ready: Promise<readonly string[]>;
  private readonly worker: Worker;
  private readonly renders = new Map<number, RenderUnderWay>();
  private renderCount = 0;
  /** Those of the thread, by their numbers. */
  private readonly documents = new Map<number, DocumentNode>();
  private sentAssets: PageAssets | undefined;
  private readonly limitMs: number;
  /** Why it ends. */
  private failure: Error | undefined;

  constructor({ workerFile, rendererFile, limitMs = LIMIT_MS }: RenderThreadOptions, onEnd: (reason: Error) => void) {
    this.limitMs = limitMs;
    this.worker = new Worker(workerFile, {
      workerData: pathToFileURL(rendererFile).href,
      // Not the site's: what renders needs no secrets.
      env: { NODE_ENV: process.env.NODE_ENV },
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: MAX_YOUNG_HEAP_MB },
    });
    this.worker.on("error", (error) => (this.failure = error));
    this.ready = new Promise((resolve, reject) => {
      this.worker.on("message", (message: FromRenderer) => {
        if (message.type === "ready") resolve(message.inlineScripts);
        else this.onMessage(message);
      });
      this.worker.on("exit", (code) => {
        const reason = this.failure ?? new Error(`The rendering thread has ended with code ${String(code)}.`);
        onEnd(reason);
        reject(reason);
        for (const render of this.renders.values()) {
          clearTimeout(render.limit);
          render.reject(reason);
        }
        this.renders.clear();
      });
    });
    // Whoever starts a page learns it from that.
    this.ready.catch(() => undefined);
  }

  render(task: PageTask, assets: PageAssets, execute: Site["execute"]): Promise<PageResult> {
    return new Promise((resolve, reject) => {
      this.renderCount += 1;
      const limit = setTimeout(() => {
        this.failure = new Error(`A page was not rendered within ${String(this.limitMs)} ms.`);
        void this.end();
      }, this.limitMs);
      this.renders.set(this.renderCount, { execute, resolve, reject, limit });
      const isKnown = assets === this.sentAssets;
      this.sentAssets = assets;
      this.tell({ type: "render", render: this.renderCount, task, assets: isKnown ? undefined : assets });
    });
  }

  async end(): Promise<void> {
    await this.worker.terminate();
  }

  private tell(message: ToRenderer): void {
    this.worker.postMessage(message);
  }

  private onMessage(message: Exclude<FromRenderer, { type: "ready" }>): void {
    if (message.type === "execute") {
      void this.execute(message);
      return;
    }
    const render = this.renders.get(message.render);
    this.renders.delete(message.render);
    clearTimeout(render?.limit);
    if (message.type === "rendered") render?.resolve(message.result);
    else render?.reject(render.refusal ? render.refusal.error : message.error);
  }

  private async execute(message: Extract<FromRenderer, { type: "execute" }>): Promise<void> {
    const { execution, document, rest } = message;
    if (message.query) this.documents.set(document, message.query);
    const query = this.documents.get(document);
    const render = this.renders.get(message.render);
    try {
      // Others of its operations may have failed the page already.
      if (!query || !render) throw new Error("Its page has ended.");
      const result = await render.execute({ query, ...rest });
      this.tell({ type: "executed", execution, result: JSON.stringify(result) });
    } catch (error) {
      if (render) render.refusal = { error };
      this.tell({ type: "not executed", execution, message: String(error) });
    }
  }
}
