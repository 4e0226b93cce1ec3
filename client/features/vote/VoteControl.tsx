import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useSyncExternalStore } from "react";
import { useCompactNumber } from "../../i18n/use-compact-number";
import { useSite } from "../../runtime/SiteProvider";
import { useAccount } from "../../session/use-signed-in";
import { useAnnounce } from "../../ui/Announcer";
import { IconButton } from "../../ui/Button";
import { Icon, Outline } from "../../ui/Icon";
import { VisuallyHidden } from "../../ui/VisuallyHidden";
import { marksOf, VOTE_WEIGHT, type VoteMark } from "../marks";
import { ownVoteRule } from "./own-vote-rule";
import classes from "./VoteControl.module.css";

interface VoteControlProps {
  id: string;
  title: string;
  /** Upvotes less downvotes, as the page knows them. */
  support: number;
  /** Null for a prompt of the library. */
  authorId: string | null;
  /** A column beside a row, which lies flat on a phone; or a box of one line on the bench. */
  look: "row" | "bench";
}

const DOWN = "M15 5v6h4l-7 8-7-8h4V5z";
const UNKNOWN: VoteMark = { vote: "NONE", others: null };

/**
 * Votes for a prompt or against it. The server renders it unpressed, the same for everyone. One's own prompt shows its support without
 * the buttons.
 */
export function VoteControl({ id, title, support, authorId, look }: VoteControlProps) {
  const { t, i18n } = useLingui();
  const { session } = useSite();
  const compact = useCompactNumber();
  const announce = useAnnounce();
  const account = useAccount();
  const isOwn = authorId !== null && account === authorId;
  const marks = marksOf(session).vote;
  const known = useSyncExternalStore(
    marks.subscribe,
    () => marks.get(id),
    () => undefined,
  );
  useEffect(() => (isOwn ? undefined : marks.show(id)), [marks, id, isOwn]);
  const supportOf = ({ vote, others }: VoteMark) => (others ?? support) + VOTE_WEIGHT[vote];
  const words = (value: number) => t`${plural(value, { one: "Support: #", other: "Support: #" })}`;
  const shown = supportOf(known ?? UNKNOWN);
  const press = (way: "UP" | "DOWN") => {
    const { vote, others } = marks.get(id) ?? UNKNOWN;
    const wanted: VoteMark = { vote: vote === way ? "NONE" : way, others };
    marks.press(id, wanted, UNKNOWN);
    if (session.signedIn) announce(words(supportOf(wanted)));
  };
  return (
    <div className={classes.vote} data-look={look} data-own={isOwn || undefined} data-author={authorId ?? undefined}>
      {authorId !== null && <style>{ownVoteRule(authorId)}</style>}
      {!isOwn && (
        <IconButton
          className={classes.way ?? ""}
          aria-pressed={known?.vote === "UP"}
          aria-label={t`Vote up “${title}”`}
          data-needs-script
          onClick={() => press("UP")}
        >
          <Icon name="support" />
        </IconButton>
      )}
      <span className={classes.count} title={`${t`Support`}: ${i18n.number(shown)}`}>
        {/* Nothing says zero, except to those who do not see that there is nothing. */}
        <span aria-hidden="true">{shown === 0 ? "" : compact(shown)}</span>
        <VisuallyHidden>{words(shown)}</VisuallyHidden>
      </span>
      {!isOwn && (
        <IconButton
          className={classes.way ?? ""}
          aria-pressed={known?.vote === "DOWN"}
          aria-label={t`Vote down “${title}”`}
          data-needs-script
          onClick={() => press("DOWN")}
        >
          <Outline path={DOWN} />
        </IconButton>
      )}
    </div>
  );
}
