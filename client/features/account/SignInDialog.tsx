import "@mantine/core/styles/CloseButton.css";
import "@mantine/core/styles/Overlay.css";
import "@mantine/core/styles/Paper.css";
import "@mantine/core/styles/ModalBase.css";
import "@mantine/core/styles/Modal.css";
import { Trans, useLingui } from "@lingui/react/macro";
import { Modal } from "@mantine/core";
import { AuthLinks } from "./AuthLinks";
import { LoginForm } from "./LoginForm";
import dialog from "../../ui/dialog.module.css";
import classes from "./SignInDialog.module.css";

export interface SignInDialogProps {
  onClose(): void;
  /** Somebody has signed in. */
  onDone(): void;
}

/** Signing in on the page where one is. The other ways are pages of their own, which lead back here. */
export function SignInDialog({ onClose, onDone }: SignInDialogProps) {
  const { t } = useLingui();
  return (
    <Modal.Root
      opened
      size="27rem"
      classNames={{ content: dialog.dialog }}
      returnFocus={false}
      transitionProps={{ duration: 0 }}
      onClose={onClose}
    >
      <Modal.Overlay />
      <Modal.Content>
        {/* Mantine's own head is a <header>, which would be a second banner of the page. */}
        <div className={dialog.head}>
          <Modal.Title className={dialog.title}>
            <Trans>Log in</Trans>
          </Modal.Title>
          <Modal.CloseButton className={dialog.close} size="lg" aria-label={t`Close`} />
        </div>
        <div className={classes.body}>
          <LoginForm onDone={onDone} />
          <AuthLinks views={["register", "link", "forgot"]} onFollow={onClose} />
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}
