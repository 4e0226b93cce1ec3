import { useLingui } from "@lingui/react/macro";
import { type FocusEvent, useEffect, useRef, useState } from "react";
import { Icon } from "./Icon";
import { isModifiedClick } from "./modified-click";
import classes from "./Notice.module.css";

const SHOWN_MS = 8000;

export interface NoticeContent {
  message: string;
  /** A link, which opens a new tab unless `open` shows the page here. */
  link?: { label: string; href: string; open?(): void };
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
        {link && (
          <a
            href={link.href}
            {...(!link.open && { target: "_blank", rel: "noopener noreferrer" })}
            onClick={(event) => {
              if (!link.open || isModifiedClick(event)) return;
              event.preventDefault();
              onClose(id);
              link.open();
            }}
          >
            {link.label}
          </a>
        )}
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
