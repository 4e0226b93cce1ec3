import "@mantine/core/styles/CloseButton.css";
import "@mantine/core/styles/Overlay.css";
import "@mantine/core/styles/Paper.css";
import "@mantine/core/styles/ModalBase.css";
import "@mantine/core/styles/Modal.css";
import { useLingui } from "@lingui/react/macro";
import { Modal } from "@mantine/core";
import { type KeyboardEvent, type ReactNode, useEffect } from "react";
import dialog from "../../ui/dialog.module.css";
import { isComposing } from "../../ui/is-composing";
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
  // Mantine would close it too by an Escape that is meant for a dialog above it.
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key === "Escape" && !event.defaultPrevented && !isComposing(event)) onClose();
  };
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
        <Modal.Content onKeyDown={closeOnEscape}>
          <div className={`${dialog.head} ${classes.head}`}>
            <Modal.Title className={dialog.title}>{title}</Modal.Title>
            <Modal.CloseButton className={dialog.close} size="lg" aria-label={t`Close`} />
          </div>
          {children}
        </Modal.Content>
      </Modal.Root>
    </MantineScope>
  );
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
