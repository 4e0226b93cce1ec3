import "@mantine/core/styles/CloseButton.css";
import "@mantine/core/styles/Overlay.css";
import "@mantine/core/styles/Paper.css";
import "@mantine/core/styles/ModalBase.css";
import "@mantine/core/styles/Modal.css";
import { useLingui } from "@lingui/react/macro";
import { Modal } from "@mantine/core";
import type { ReactNode } from "react";
import type { DialogRequest } from "../../session/dialog-request";
import lamp from "../../ui/lamp.module.css";
import dialog from "../../ui/dialog.module.css";
import { MantineScope } from "../../ui/MantineScope";
import classes from "./AccountDialog.module.css";

export interface AccountDialogProps {
  onClose(): void;
  /** Called when the visitor follows a link to another way of signing in. */
  onFollow(): void;
  /** Called when the action that the dialog asked for is done. */
  onDone(): void;
  /** The member whose session has ended elsewhere while they were saving something. */
  interrupted?: string | undefined;
  /** What a visitor wants an account for. */
  wish?: DialogRequest["wish"];
}

/** The frame of all account dialogs. The opener restores the focus afterwards. */
export function AccountDialog({
  title,
  isCard = false,
  onClose,
  children,
}: {
  title: ReactNode;
  /** Whether it looks like the card of the page that does the same. */
  isCard?: boolean;
  onClose(): void;
  children: ReactNode;
}) {
  const { t } = useLingui();
  return (
    <MantineScope>
      <Modal.Root
        opened
        size="27rem"
        classNames={{ content: `${dialog.dialog} ${lamp.lamp}` }}
        returnFocus={false}
        transitionProps={{ duration: 0 }}
        onClose={onClose}
      >
        <Modal.Overlay />
        <Modal.Content>
          {/* Mantine's own header is a <header> element, which would be a second banner landmark. */}
          <div className={`${dialog.head} ${isCard ? classes.card : ""}`}>
            <Modal.Title className={dialog.title}>{title}</Modal.Title>
            <Modal.CloseButton className={dialog.close} size="lg" aria-label={t`Close`} />
          </div>
          <div className={classes.body}>{children}</div>
        </Modal.Content>
      </Modal.Root>
    </MantineScope>
  );
}
