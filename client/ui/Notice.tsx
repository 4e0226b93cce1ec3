import { useLingui } from "@lingui/react/macro";
import { type FocusEvent, useEffect, useRef, useState } from "react";
import { Link } from "react-router-dom";
import { Icon } from "./Icon";
import classes from "./Notice.module.css";

const SHOWN_MS = 8000;

export interface NoticeContent {
  message: string;
  /** A link: to another site, which opens a new tab, or to a page of this one. */
  link?: { label: string; href: string } | { label: string; to: string };
  /** What can be done for so long. The notice stays beside later ones, and takes the focus: whatever had it is gone. */
  action?: { label: string; ms: number; run(): void };
}

interface NoticeProps {
  id: number;
  content: NoticeContent;
  onClose(id: number): void;
}

/**
 * A message above the page. It closes after a while, unless hovered or focused. Part of the first page's code, because it could
 * not be loaded to report a network failure.
 */
export function Notice({ id, content: { message, link, action }, onClose }: NoticeProps) {
  const { t } = useLingui();
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const previousFocus = useRef<EventTarget | null>(null);
  const actionButton = useRef<HTMLButtonElement>(null);
  const paused = !action && (hovered || focused);
  const shownMs = action?.ms ?? SHOWN_MS;
  useEffect(() => {
    if (paused) return;
    const timer = setTimeout(() => onClose(id), shownMs);
    return () => clearTimeout(timer);
  }, [paused, shownMs, id, onClose]);
  useEffect(() => actionButton.current?.focus(), []);

  const rememberFocus = ({ currentTarget, relatedTarget }: FocusEvent) => {
    setFocused(true);
    if (!currentTarget.contains(relatedTarget)) previousFocus.current = relatedTarget;
  };
  const close = () => {
    onClose(id);
    const { current } = previousFocus;
    const back = current instanceof HTMLElement && current.isConnected ? current : document.querySelector("main");
    if (back instanceof HTMLElement) back.focus({ preventScroll: back !== current });
  };
  return (
    <div
      className={classes.notice}
      data-action={action ? "" : undefined}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={rememberFocus}
      onBlur={() => setFocused(false)}
      onKeyDown={({ key }) => key === "Escape" && close()}
    >
      <p className={classes.message}>
        {message}{" "}
        {link &&
          ("to" in link ? (
            <Link to={link.to} onClick={() => onClose(id)}>
              {link.label}
            </Link>
          ) : (
            <a href={link.href} target="_blank" rel="noopener noreferrer">
              {link.label}
            </a>
          ))}
      </p>
      {action && (
        <button
          ref={actionButton}
          className={classes.action}
          type="button"
          onClick={() => {
            close();
            action.run();
          }}
        >
          {action.label}
        </button>
      )}
      <button className={classes.close} type="button" aria-label={t`Close`} onClick={close}>
        <Icon name="close" size={16} />
      </button>
    </div>
  );
}
