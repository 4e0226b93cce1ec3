import { useLingui } from "@lingui/react/macro";
import { type FocusEvent, useEffect, useRef, useState } from "react";
import { Icon } from "./Icon";
import classes from "./Notice.module.css";

const SHOWN_MS = 8000;

export interface NoticeContent {
  message: string;
  /** Leads out of the site. */
  link?: { label: string; href: string };
}

/**
 * A message above the page, for as long as it takes to read or as somebody is at it. It comes with the first page, since a
 * message that the network is gone could not be loaded any more.
 */
export function Notice({ content: { message, link }, onClose }: { content: NoticeContent; onClose(): void }) {
  const { t } = useLingui();
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const before = useRef<EventTarget | null>(null);
  const held = pointed || focused;
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(onClose, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [held, onClose]);

  const comesFrom = ({ currentTarget, relatedTarget }: FocusEvent) => {
    setFocused(true);
    if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget;
  };
  const close = () => {
    onClose();
    if (before.current instanceof HTMLElement) before.current.focus();
  };
  return (
    <div
      className={classes.notice}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={comesFrom}
      onBlur={() => setFocused(false)}
      onKeyDown={({ key }) => key === "Escape" && close()}
    >
      <p className={classes.message}>
        {message}{" "}
        {link && (
          <a href={link.href} target="_blank" rel="noopener noreferrer">
            {link.label}
          </a>
        )}
      </p>
      <button className={classes.close} type="button" aria-label={t`Close`} onClick={close}>
        <Icon name="close" size={16} />
      </button>
    </div>
  );
}
