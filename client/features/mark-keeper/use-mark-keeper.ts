import { useEffect, useRef } from "react";
import { LIMITS } from "../../../contract/limits";
import { failureOf } from "../../forms/failure-text";
import type { FormProblem } from "../../forms/problem-text";
import { useWithSession } from "../../forms/use-with-session";
import { useSite } from "../../runtime/SiteProvider";
import type { Wish } from "../../session/dialog-request";
import { makeWish, onWish, takeWish } from "../../session/wish";
import { useAnnounce, useNotify } from "../../ui/Announcer";
import { onReturn } from "../../ui/on-return";
import type { Marks } from "../marks";
import { MarkSync, type MarkApi } from "./mark-sync";

/** The server refuses, for a reason that the member can put right. */
export class RefusedError extends Error {
  constructor(readonly problem: FormProblem) {
    super(problem.code);
  }
}

export interface Fulfilment<Value> {
  wanted: Value;
  /** What to fall back on. */
  otherwise: Value;
  text: string;
}

interface MarkKeeperOptions<Value> extends Pick<MarkApi<Value>, "load" | "write" | "isSame"> {
  marks: Marks<Value>;
  kind: Wish["kind"];
  /** What a visitor wants who presses a control; null for nothing. */
  wishOf(promptId: string, wanted: Value): Wish | null;
  /** What to press for a wish of this kind, and what to say once the server has it. */
  fulfil(wish: Wish): Fulfilment<Value> | null;
  failureText(error: unknown, wanted: Value): string;
}

/** Keeps controls of the page and the server in agreement, and remembers what a visitor wants. */
export function useMarkKeeper<Value>(options: MarkKeeperOptions<Value>): void {
  const { session } = useSite();
  const notify = useNotify();
  const announce = useAnnounce();
  const withSession = useWithSession();
  const report = (error: unknown, wanted: Value) => notify({ message: options.failureText(error, wanted) });
  const latest = useRef({ ...options, withSession, report, announce });
  useEffect(() => {
    latest.current = { ...options, withSession, report, announce };
  });
  const { marks } = options;

  useEffect(() => {
    const { kind } = latest.current;
    const sync = new MarkSync<Value>(
      marks,
      {
        load: (ids) => latest.current.load(ids),
        write: (id, wanted) => latest.current.withSession(() => latest.current.write(id, wanted)),
        isSame: (one, other) => latest.current.isSame(one, other),
        isLost: (error) => failureOf(error).reason === "unanswered",
        onFailure: (error, wanted) => latest.current.report(error, wanted),
      },
      session.account,
    );
    const fulfil = (wish: Wish) => {
      const { promptId } = wish;
      const fulfilment = latest.current.fulfil(wish);
      if (!fulfilment) return;
      const { wanted, otherwise, text } = fulfilment;
      marks.press(promptId, wanted, otherwise);
      const tell = () => {
        const mark = marks.get(promptId);
        if (mark !== undefined && latest.current.isSame(mark, wanted)) latest.current.announce(text);
        return Promise.resolve();
      };
      void marks.run(tell);
    };
    const keepWish = () => {
      const wish = session.account ? takeWish(session, kind) : null;
      if (wish) fulfil(wish);
    };
    const detach = marks.attach({
      press: (press) => {
        if (session.signedIn) {
          sync.press(press);
          return;
        }
        const wish = latest.current.wishOf(press.id, press.wanted);
        // The frame, which shows the dialog, subscribes after this effect when the new messages render all anew.
        if (wish) queueMicrotask(() => makeWish(session, wish));
      },
      miss: (id) => sync.miss(id),
      run: (task) => sync.run(task),
      reload: () => sync.reload(),
    });
    if (session.signedIn) void sync.reload();
    keepWish();
    const leave = session.subscribe(() => sync.changeAccount(session.account));
    const stopWishing = onWish(session, keepWish);
    const stop = onReturn(() => session.signedIn && void sync.reload());
    return () => {
      stop();
      stopWishing();
      leave();
      detach();
    };
  }, [marks, session]);
}

/** Asks for marks, as many at a time as one query may. */
export async function loadInChunks<Prompt extends { id: string }, Value>(
  ids: readonly string[],
  ask: (ids: string[]) => Promise<readonly (Prompt | null)[]>,
  markOf: (prompt: Prompt) => Value,
): Promise<Map<string, Value>> {
  const chunks = Array.from({ length: Math.ceil(ids.length / LIMITS.promptsByIds) }, (_, index) =>
    ids.slice(index * LIMITS.promptsByIds, (index + 1) * LIMITS.promptsByIds),
  );
  const answers = await Promise.all(chunks.map(ask));
  return new Map(answers.flat().flatMap((prompt) => (prompt ? [[prompt.id, markOf(prompt)] as const] : [])));
}

/** Never cached: pages and their queries are the same for everyone. */
export const UNCACHED = { fetchPolicy: "no-cache" } as const;
