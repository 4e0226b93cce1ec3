import { Trans, useLingui } from "@lingui/react/macro";
import { FormIcon } from "../../forms/FormIcon";
import { closeMenu, Disclosure } from "../../ui/Disclosure";
import { Icon } from "../../ui/Icon";
import menu from "../../ui/menu.module.css";
import classes from "./OwnPromptMenu.module.css";
import { useSharePrompt } from "./use-own-prompt-actions";

interface OwnPromptMenuProps {
  id: string;
  title: string;
  shared: boolean;
  onDelete(): void;
}

/** What one does rarely with a prompt in the list. */
export function OwnPromptMenu({ id, title, shared, onDelete }: OwnPromptMenuProps) {
  const { t } = useLingui();
  const share = useSharePrompt();
  return (
    <Disclosure
      className={`${menu.menu} ${classes.menu}`}
      summaryClassName={`${menu.summary} ${classes.summary}`}
      name={t`More for “${title}”`}
      label={<FormIcon name="more" />}
    >
      <ul ref={keepInView} className={`${menu.list} ${classes.list}`}>
        <li>
          <button
            type="button"
            onClick={(event) => {
              closeMenu(event.currentTarget);
              share(id, !shared);
            }}
          >
            {shared ? <FormIcon name="lock" /> : <Icon name="share" />}
            {shared ? <Trans>Stop sharing</Trans> : <Trans>Share with everyone</Trans>}
          </button>
        </li>
        <li>
          <button
            className={classes.danger}
            type="button"
            aria-haspopup="dialog"
            onClick={(event) => {
              closeMenu(event.currentTarget);
              onDelete();
            }}
          >
            <FormIcon name="trash" />
            <Trans>Delete…</Trans>
          </button>
        </li>
      </ul>
    </Disclosure>
  );
}

/** There may be no room below. */
function keepInView(list: HTMLUListElement): () => void {
  const details = list.closest("details");
  const scroll = () => list.scrollIntoView({ block: "nearest" });
  details?.addEventListener("toggle", scroll);
  return () => details?.removeEventListener("toggle", scroll);
}
