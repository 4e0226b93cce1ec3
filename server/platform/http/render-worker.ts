/**
 * The thread that renders. It has the client's part of the build, and asks the thread that serves for all data.
 *
 * @see RenderThread
 */
import { inspect } from "node:util";
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import type { DocumentNode, ExecutionResult } from "graphql";
import type { PageAssets, PageRenderer, PageResult, Site } from "../../../contract/page-renderer";
import type { FromRenderer, PageTask, ToRenderer } from "./render-messages";

const port = parentPort as MessagePort;
const { renderer } = (await import(/* @vite-ignore */ workerData as string)) as { renderer: PageRenderer };

/** Each document by the number under which it has been sent. */
const documents = new Map<DocumentNode, number>();
let assets: PageAssets = { scripts: [], styles: [], preloads: [] };

const executions = new Map<number, { resolve(result: ExecutionResult): void; reject(error: Error): void }>();
let executionCount = 0;

const tell = (message: FromRenderer) => port.postMessage(message);

port.on("message", (message: ToRenderer) => {
  if (message.type === "render") {
    if (message.assets) assets = message.assets;
    void render(message.render, message.task);
    return;
  }
  const execution = executions.get(message.execution);
  executions.delete(message.execution);
  if (message.type === "executed") execution?.resolve(JSON.parse(message.result) as ExecutionResult);
  else execution?.reject(new Error(message.message));
});
tell({ type: "ready", inlineScripts: renderer.inlineScripts });

async function render(number: number, task: PageTask): Promise<void> {
  const execute = executeFor(number);
  try {
    const result = await ("page" in task
      ? renderer.render({ ...task.page, assets, execute })
      : renderer.renderNotFound({ ...task.notFound, assets, execute }));
    const message: FromRenderer = { type: "rendered", render: number, result: sendable(result) };
    port.postMessage(message, typeof result.html === "string" ? [] : [result.html.buffer]);
  } catch (error) {
    tell({ type: "failed", render: number, error: sendableError(error) });
  }
}

function executeFor(number: number): Site["execute"] {
  return ({ query, ...rest }) =>
    new Promise((resolve, reject) => {
      executionCount += 1;
      executions.set(executionCount, { resolve, reject });
      const known = documents.get(query);
      const document = known ?? documents.size + 1;
      documents.set(query, document);
      tell({
        type: "execute",
        render: number,
        execution: executionCount,
        document,
        query: known === undefined ? query : undefined,
        rest,
      });
    });
}

function sendable({ error, ...result }: PageResult): PageResult {
  return error === undefined ? result : { ...result, error: sendableError(error) };
}

/** Whatever has been thrown: only the names, messages and stacks of errors can be sent for sure. */
function sendableError(thrown: unknown): Error {
  if (!(thrown instanceof Error)) return new Error(inspect(thrown));
  const error = new Error(thrown.message);
  error.stack = thrown.stack ?? error.message;
  return error;
}
