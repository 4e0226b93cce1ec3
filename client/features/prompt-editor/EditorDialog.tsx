import "@mantine/core/styles/CloseButton.css";
import "@mantine/core/styles/Overlay.css";
import "@mantine/core/styles/Paper.css";
import "@mantine/core/styles/ModalBase.css";
import "@mantine/core/styles/Modal.css";
import { useLingui } from "@lingui/react/macro";
import { Modal } from "@mantine/core";
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from "react";
import dialog from "../../ui/dialog.module.css";
import { MantineScope } from "../../ui/MantineScope";
import classes from "./EditorDialog.module.css";

interface EditorDialogProps {
  opened: boolean;
  title: ReactNode;
  onClose(): void;
  children: ReactNode;
}

/** The frame of the editor. The opener restores the focus afterwards. */
export function EditorDialog({ opened, title, onClose, children }: EditorDialogProps) {
  const { t } = useLingui();
  useVisibleViewport();
  const head = useRef<HTMLDivElement>(null);
  useEscape(head, onClose);
  return (
    <MantineScope>
      <Modal.Root
        opened={opened}
        size="71.25rem"
        classNames={{ content: `${dialog.dialog} ${classes.content}`, inner: classes.inner }}
        returnFocus={false}
        transitionProps={{ duration: 0 }}
        closeOnClickOutside={false}
        closeOnEscape={false}
        onClose={onClose}
      >
        <Modal.Overlay />
        <Modal.Content>
          <div ref={head} className={`${dialog.head} ${classes.head}`}>
            <Modal.Title className={dialog.title}>{title}</Modal.Title>
            <Modal.CloseButton className={dialog.close} size="lg" aria-label={t`Close`} />
          </div>
          {children}
        </Modal.Content>
      </Modal.Root>
    </MantineScope>
  );
}

/** Closes by Escape within the dialog: Mantine would close it by one that is meant for a dialog above it, too. */
function useEscape(inside: RefObject<HTMLElement | null>, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented || event.isComposing) return;
      const dialog = inside.current?.parentElement;
      if (event.target instanceof Node && dialog?.contains(event.target)) close();
    };
    window.addEventListener("keydown", closeOnEscape);
    return () => window.removeEventListener("keydown", closeOnEscape);
  }, [inside]);
}

/** What the keyboard of a phone leaves free: the foot stays above it. */
function useVisibleViewport(): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const { style } = document.documentElement;
    const measure = () => {
      style.setProperty("--visible-height", `${viewport.height}px`);
      style.setProperty("--visible-top", `${viewport.offsetTop}px`);
    };
    measure();
    viewport.addEventListener("resize", measure);
    viewport.addEventListener("scroll", measure);
    return () => {
      viewport.removeEventListener("resize", measure);
      viewport.removeEventListener("scroll", measure);
      style.removeProperty("--visible-height");
      style.removeProperty("--visible-top");
    };
  }, []);
}
