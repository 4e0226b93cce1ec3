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
  /** What can be done for so long. The notice stays beside later ones. It takes the focus if what had it is gone. */
  action?: { label: string; ms: number; takesFocus?: boolean; run(): void };
  /** What it tells about: it takes the place of an earlier notice about the same. */
  about?: string;
}

interface NoticeProps {
  id: number;
  content: NoticeContent;
  onClose(id: number): void;
}

/** A message above the page. It closes after a while, unless hovered or focused. */
export function Notice({ id, content: { message, link, action }, onClose }: NoticeProps) {
  const { t } = useLingui();
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const previousFocus = useRef<EventTarget | null>(null);
  const notice = useRef<HTMLDivElement>(null);
  const actionButton = useRef<HTMLButtonElement>(null);
  const paused = !action && (hovered || focused);
  const shownMs = action?.ms ?? SHOWN_MS;
  useEffect(() => {
    if (paused) return;
    const timer = setTimeout(() => {
      if (notice.current?.contains(document.activeElement)) returnFocus(previousFocus.current);
      onClose(id);
    }, shownMs);
    return () => clearTimeout(timer);
  }, [paused, shownMs, id, onClose]);
  const takesFocus = action?.takesFocus;
  useEffect(() => {
    if (takesFocus) actionButton.current?.focus();
  }, [takesFocus]);

  const rememberFocus = ({ currentTarget, relatedTarget }: FocusEvent) => {
    setFocused(true);
    if (!currentTarget.contains(relatedTarget)) previousFocus.current = relatedTarget;
  };
  const close = () => {
    onClose(id);
    returnFocus(previousFocus.current);
  };
  return (
    <div
      ref={notice}
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

/** @param previous what had the focus; the page gets it if that is gone */
function returnFocus(previous: EventTarget | null): void {
  const back = previous instanceof HTMLElement && previous.isConnected ? previous : document.querySelector("main");
  back?.focus({ preventScroll: back !== previous });
}
