import type { FromPicker, Greeting, Insertion, ToPicker } from "../page/protocol";
import { readPicker } from "./sites";

type FromField = Exclude<ToPicker, { kind: "insertion" }>;

/** The field over which the picker is, and the script that watches it. */
export interface PageField {
  /** What has come before is heard of as well. */
  listen(onMessage: (message: FromField) => void): void;
  tell(message: FromPicker): void;
  /** Puts a text in the place of the command. */
  insert(text: string): Promise<Insertion | "no access">;
}

/** The field of the page, once our script there has proved that it is ours. Nobody else can have the picker show or do anything. */
export function pageField(): Promise<PageField> {
  return new Promise((resolve) => {
    addEventListener("message", ({ data, ports: [port] }: MessageEvent<Partial<Greeting> | null>) => {
      void readPicker().then(({ secret }) => {
        if (port && secret !== "" && data?.secret === secret) resolve(fieldBehind(port));
      });
    });
  });
}

function fieldBehind(port: MessagePort): PageField {
  let answer: ((insertion: Insertion | "no access") => void) | undefined;
  const tell = (message: FromPicker) => port.postMessage(message);
  tell({ kind: "here" });
  return {
    listen(onMessage) {
      port.onmessage = ({ data }: MessageEvent<ToPicker>) => {
        if (data.kind === "insertion") answer?.(data.insertion);
        else onMessage(data);
      };
    },
    tell,
    async insert(text) {
      const insertion = await new Promise<Insertion | "no access">((resolve) => {
        answer = resolve;
        tell({ kind: "insert", text });
      });
      // The text will be copied, which browsers allow only to a document that has the focus. The script gives it to this one.
      if (insertion !== "inserted" && !document.hasFocus())
        await new Promise((resolve) => addEventListener("focus", resolve, { once: true }));
      return insertion;
    },
  };
}
