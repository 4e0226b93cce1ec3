import { Trans } from "@lingui/react/macro";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "../../ui/Button";
import classes from "./Composer.module.css";
import { DiscardQuestion } from "./DiscardQuestion";

interface NewerBodyProps {
  /** The form's, with which the ids begin. */
  id: string;
  body: string;
  /** Whether discarding one's own version loses words that are kept nowhere else. */
  losesWords: boolean;
  onReplace(): void;
  onDiscard(): void;
}

/** What a comment says by now, beside the change of what it said before. Neither is lost before its author has chosen. */
export function NewerBody({ id, body, losesWords, onReplace, onDiscard }: NewerBodyProps) {
  const [asking, setAsking] = useState(false);
  const discard = useRef<HTMLButtonElement>(null);
  const stay = () => {
    flushSync(() => setAsking(false));
    discard.current?.focus();
  };
  return (
    <div className={classes.newer}>
      <p id={`${id}-since`}>
        <Trans>You have changed this comment on another device or in another tab since you began here.</Trans>
      </p>
      <label htmlFor={`${id}-newer`}>
        <Trans>The newer version</Trans>
      </label>
      <textarea id={`${id}-newer`} dir="auto" rows={3} readOnly value={body} aria-describedby={`${id}-since`} />
      {asking ? (
        <div className={classes.asking}>
          <DiscardQuestion onStay={stay} onDiscard={onDiscard} />
        </div>
      ) : (
        <p className={classes.buttons}>
          <Button ref={discard} variant="subtle" onClick={() => (losesWords ? setAsking(true) : onDiscard())}>
            <Trans>Discard your version</Trans>
          </Button>
          <Button variant="default" onClick={onReplace}>
            <Trans>Save your version anyway</Trans>
          </Button>
        </p>
      )}
    </div>
  );
}
