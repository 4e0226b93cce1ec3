import "@mantine/core/styles/CloseButton.css";
import "@mantine/core/styles/Overlay.css";
import "@mantine/core/styles/Paper.css";
import "@mantine/core/styles/ModalBase.css";
import "@mantine/core/styles/Modal.css";
import "@mantine/core/styles/Input.css";
import { Trans, useLingui } from "@lingui/react/macro";
import { Button, Modal, Textarea } from "@mantine/core";
import { type KeyboardEvent, type SyntheticEvent, useMemo, useRef, useState } from "react";
import type { ChatTarget } from "../../../contract/site-links";
import type { Locale } from "../../../contract/locales";
import { chatAddress } from "./chat-address";
import { fillPieces, fillText, isFilled, type VariableValues, variablesIn } from "./fill-text";
import { FillPreview } from "./FillPreview";
import { promptSegments } from "../../../contract/prompt-markup";
import { recallValues, rememberValues } from "./variable-memory";
import { usePrivateStorage } from "../../session/private-storage";
import dialog from "../../ui/dialog.module.css";
import classes from "./FillDialog.module.css";

interface FillDialogProps {
  id: string;
  /** The language of the text. */
  locale: Locale;
  content: string;
  /** The chat to open; null to copy. */
  target: ChatTarget | null;
  /** Rejects if the browser refuses to copy. */
  onCopy(text: string): Promise<void>;
  onOpened(): void;
  onClose(): void;
}

/** A field for each variable of a prompt, with a preview of the filled-in text. */
export function FillDialog({ id, locale, content, target, onCopy, onOpened, onClose }: FillDialogProps) {
  const { t } = useLingui();
  const segments = useMemo(() => promptSegments(content), [content]);
  const variables = useMemo(() => variablesIn(segments), [segments]);
  const { storage, account } = usePrivateStorage();
  const [draft, setDraft] = useState(() => ({ account, values: recallValues(storage, id) }));
  // The account changed: the values belong to another user.
  if (draft.account !== account) setDraft({ account, values: recallValues(storage, id) });
  const { values } = draft;
  const [failed, setFailed] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const link = useRef<HTMLAnchorElement>(null);
  const pieces = useMemo(() => fillPieces(segments, values), [segments, values]);
  const text = fillText(segments, values);
  const address = target && chatAddress(target, text);
  const label = target?.label ?? "";

  const updateValues = (changed: VariableValues) => {
    setDraft({ account, values: changed });
    rememberValues(storage, id, changed);
  };
  const clear = () => {
    updateValues(new Map());
    form.current?.querySelector("textarea")?.focus();
  };
  const submit = () => {
    if (address) link.current?.click();
    else onCopy(text).catch(() => setFailed(true));
  };
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    submit();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };

  return (
    <Modal.Root
      opened
      size="60rem"
      classNames={{ inner: classes.window, content: `${dialog.dialog} ${classes.dialog}` }}
      returnFocus={false}
      transitionProps={{ duration: 0 }}
      onClose={onClose}
    >
      <Modal.Overlay />
      <Modal.Content>
        {/* Mantine's own header is a <header> element, which would be a second banner landmark. */}
        <div className={`${dialog.head} ${classes.head}`}>
          <Modal.Title className={dialog.title}>
            <Trans>Fill in the blanks</Trans>
          </Modal.Title>
          <Modal.CloseButton className={dialog.close} size="lg" aria-label={t`Close`} />
        </div>
        <form ref={form} className={classes.form} onSubmit={onSubmit} onKeyDown={onKeyDown}>
          <div className={classes.columns}>
            <div className={classes.fields}>
              {variables.map((variable, index) => (
                <Textarea
                  key={variable.name}
                  classNames={{ input: classes.input, label: classes.label }}
                  size="md"
                  autosize
                  minRows={1}
                  maxRows={8}
                  lang={locale}
                  dir="auto"
                  label={
                    <span lang={locale} dir="auto">
                      {variable.label}
                    </span>
                  }
                  placeholder={variable.default ?? undefined}
                  data-autofocus={index === 0 || undefined}
                  value={values.get(variable.name) ?? ""}
                  onChange={({ currentTarget }) =>
                    updateValues(new Map(values).set(variable.name, currentTarget.value))
                  }
                />
              ))}
            </div>
            <FillPreview pieces={pieces} locale={locale} />
          </div>
          <div className={classes.foot}>
            <div className={classes.hints}>
              <p>
                <Trans>What you type stays on this device.</Trans>
              </p>
              <p role="status">
                {target && !address && (
                  <Trans>This text is too long for an address of {label}. It is copied, for you to paste there.</Trans>
                )}
              </p>
              {failed && (
                <p className={classes.failed} role="alert">
                  <Trans>The prompt could not be copied. Try again later.</Trans>
                </p>
              )}
            </div>
            <div className={classes.buttons}>
              {[...values.values()].some(isFilled) && (
                <Button className={classes.button} variant="subtle" onClick={clear}>
                  <Trans>Clear the fields</Trans>
                </Button>
              )}
              {address ? (
                <Button
                  ref={link}
                  className={classes.button}
                  component="a"
                  href={address}
                  target="_blank"
                  rel="noopener noreferrer"
                  onClick={onOpened}
                >
                  <Trans>Open in {label}</Trans>
                </Button>
              ) : (
                <Button className={classes.button} type="submit">
                  <Trans>Copy</Trans>
                </Button>
              )}
            </div>
          </div>
        </form>
      </Modal.Content>
    </Modal.Root>
  );
}
