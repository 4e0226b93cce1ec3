import { useLingui } from "@lingui/react/macro";
import { type FocusEvent, useEffect, useRef, useState } from "react";
import { Icon } from "./Icon";
import classes from "./Notice.module.css";

const SHOWN_MS = 8000;

export interface NoticeContent {
  message: string;
  /** An external link. */
  link?: { label: string; href: string };
}

/**
 * A message above the page. It closes after a while, unless hovered or focused. Part of the first page's code, because it could
 * not be loaded to report a network failure.
 */
export function Notice({ content: { message, link }, onClose }: { content: NoticeContent; onClose(): void }) {
  const { t } = useLingui();
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const previousFocus = useRef<EventTarget | null>(null);
  const paused = hovered || focused;
  useEffect(() => {
    if (paused) return;
    const timer = setTimeout(onClose, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [paused, onClose]);

  const rememberFocus = ({ currentTarget, relatedTarget }: FocusEvent) => {
    setFocused(true);
    if (!currentTarget.contains(relatedTarget)) previousFocus.current = relatedTarget;
  };
  const close = () => {
    onClose();
    if (previousFocus.current instanceof HTMLElement) previousFocus.current.focus();
  };
  return (
    <div
      className={classes.notice}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={rememberFocus}
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
