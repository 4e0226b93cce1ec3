import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { Icon } from "../../ui/Icon";
import { BlanksMeter } from "./BlanksMeter";
import { blankText } from "../../../contract/blanks";
import { PromptActions } from "./PromptActions";
import type { Blanks } from "./use-blanks";
import type { PromptActionsState } from "./use-prompt-actions";
import classes from "./Bench.module.css";

interface BenchProps {
  blanks: Blanks;
  actions: PromptActionsState;
  copyCount: number;
  /** Lists the blanks, and on a phone always stays at the bottom edge: for the prompt's own page. */
  isFull?: boolean;
  onJump(index: number): void;
  /** At the end: counts and ways to share. */
  children: ReactNode;
}

/** What one does with a text: its blanks at a glance, Copy, and Open in. */
export function Bench({ blanks, actions, copyCount, isFull = false, onJump, children }: BenchProps) {
  const { t, i18n } = useLingui();
  const { all, readyCount, values } = blanks;
  const ready = i18n.number(readyCount);
  const count = all.length;
  const isTouched = values.size > 0;
  const bar = useBarHeight();
  const clear = (className: string | undefined) => (
    <button
      type="button"
      className={`${classes.clear} ${className ?? ""}`}
      data-idle={!isTouched || undefined}
      onClick={() => {
        blanks.clear();
        onJump(0);
      }}
    >
      <Trans>Clear</Trans>
    </button>
  );
  return (
    <aside className={classes.bench} data-full={isFull || undefined} aria-label={t`Fill in and copy`}>
      <div className={classes.sticky}>
        {count > 0 && (
          <div className={classes.blanks} data-needs-script>
            <p className={classes.state}>
              <b role="status">{t`${plural(count, { one: `${ready} of # blank ready`, other: `${ready} of # blanks ready` })}`}</b>
              {clear(classes.above)}
            </p>
            <BlanksMeter blanks={blanks} />
            {isFull && (
              <ul className={classes.list}>
                {all.map((blank, index) => (
                  <li key={blank.name}>
                    <button type="button" data-state={blanks.stateOf(blank)} onClick={() => onJump(index)}>
                      <span className={classes.mark}>
                        <Icon name="check" size={12} />
                      </span>
                      <b dir="auto">{blank.label}</b>
                      <small dir="auto">
                        {blanks.stateOf(blank) === "empty" ? <Trans>still empty</Trans> : blankText(blank, values)}
                      </small>
                    </button>
                  </li>
                ))}
              </ul>
            )}
          </div>
        )}
        <div ref={bar} className={classes.actions}>
          {count > 0 && (
            <span className={classes.short} aria-hidden="true">
              <span dir="ltr">
                {ready}/{i18n.number(count)}
              </span>
              <BlanksMeter blanks={blanks} />
            </span>
          )}
          <PromptActions actions={actions} look="bench" copyCount={copyCount} />
        </div>
        {count > 0 && (
          <p className={classes.hint} data-needs-script>
            {blanks.outlastPage && <Trans>What you type stays on this device.</Trans>}
            {clear(classes.below)}
          </p>
        )}
        <div className={classes.foot}>{children}</div>
      </div>
    </aside>
  );
}

/** Tells the document how high the bar at the bottom edge is: what is below it, and what has the focus, must not be covered. */
function useBarHeight(): RefObject<HTMLDivElement | null> {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = bar.current;
    if (!element) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty("--bar", `${element.offsetHeight}px`));
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty("--bar");
    };
  }, []);
  return bar;
}
