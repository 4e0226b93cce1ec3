import type { Delivered, FromPicker, Greeting, ToPicker } from "../page/protocol";
import { readPicker } from "./sites";

type FromField = Exclude<ToPicker, { kind: "delivered" }>;

/** The field over which the picker is, and the script that watches it. */
export interface PageField {
  /** What has come before is heard of as well. */
  listen(onMessage: (message: FromField) => void): void;
  tell(message: FromPicker): void;
  /** Puts a text in the place of the command; where that cannot be, copies it. */
  deliver(text: string): Promise<Delivered>;
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
  let answer: ((delivered: Delivered) => void) | undefined;
  const tell = (message: FromPicker) => port.postMessage(message);
  tell({ kind: "here" });
  return {
    listen(onMessage) {
      port.onmessage = ({ data }: MessageEvent<ToPicker>) => {
        if (data.kind === "delivered") answer?.(data.delivered);
        else onMessage(data);
      };
    },
    tell,
    deliver: (text) =>
      new Promise((resolve) => {
        answer = resolve;
        tell({ kind: "insert", text });
      }),
  };
}
