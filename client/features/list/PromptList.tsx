import type { FragmentType } from "@apollo/client";
import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router-dom";
import type { PromptCard_PromptFragment } from "../../gql/graphql";
import { useAnnounce } from "../../ui/Announcer";
import { PromptGrid } from "../prompt";
import { EmptyResult } from "./EmptyResult";
import { type ListState, useListAddress } from "./list-state";
import { LoadMore } from "./LoadMore";
import classes from "./PromptList.module.css";

interface PromptListProps {
  state: ListState;
  total: number;
  prompts: readonly ({ id: string } & FragmentType<PromptCard_PromptFragment>)[];
  /** The cursor of the next page; null at the end. */
  next: string | null;
  loadMore(after: string): Promise<unknown>;
}

/** The prompts of a list, followed by the link to more or the end marker; or the empty result. */
export function PromptList({ state, total, prompts, next, loadMore }: PromptListProps) {
  const { t } = useLingui();
  const announce = useAnnounce();
  const address = useListAddress();
  const grid = useRef<HTMLUListElement>(null);
  const [loading, setLoading] = useState<"idle" | "busy" | "failed">("idle");
  const requested = useRef<string | null>(null);
  /** The index of the first new card, which gets the focus once rendered. */
  const focusIndex = useRef<number | null>(null);

  useEffect(() => {
    const at = focusIndex.current;
    if (at === null || prompts.length <= at) return;
    focusIndex.current = null;
    grid.current?.children[at]?.querySelector("a")?.focus({ preventScroll: true });
  }, [prompts.length]);

  const loadNext = async (pressed: boolean) => {
    // Scrolling and clicking may both request the same page before it is rendered.
    if (!next || requested.current === next) return;
    requested.current = next;
    setLoading("busy");
    if (pressed) focusIndex.current = prompts.length;
    try {
      await loadMore(next);
      setLoading("idle");
      announce(t`More prompts loaded.`);
    } catch {
      focusIndex.current = null;
      requested.current = null;
      setLoading("failed");
    }
  };

  if (prompts.length === 0) return <EmptyResult />;
  return (
    <div data-cards>
      {state.after && (
        <Link className={classes.start} to={address({ ...state, after: null })}>
          <Trans>To the beginning of the list</Trans>
        </Link>
      )}
      <PromptGrid ref={grid} prompts={prompts} />
      {next ? (
        <LoadMore
          to={address({ ...state, after: next })}
          shown={prompts.length}
          total={total}
          busy={loading === "busy"}
          failed={loading === "failed"}
          onMore={(pressed) => void loadNext(pressed)}
        />
      ) : (
        <p className={classes.end}>
          <Trans>That is all. You have reached the end of the list.</Trans>
        </p>
      )}
    </div>
  );
}
