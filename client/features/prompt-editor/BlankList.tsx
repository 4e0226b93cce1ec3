import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useMemo } from "react";
import { promptTokens, promptVariables, withVariablesInCode, withoutVariables } from "../../../contract/prompt-markup";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import classes from "./BlankList.module.css";

interface BlankListProps {
  /** May lag behind the field while one types. */
  content: string;
  /** Changes the text as it is now. */
  onRewrite(change: (content: string) => string): void;
}

/** The blanks that were found in a text, and the braces that stay as written since they are in code. Each can be made the other. */
export function BlankList({ content, onRewrite }: BlankListProps) {
  const { t } = useLingui();
  const blanks = useMemo(() => promptVariables(content), [content]);
  const hasCode = useMemo(() => [...promptTokens(content)].some(({ kind }) => kind === "code"), [content]);
  return (
    <>
      {blanks.length > 0 && (
        <div className={classes.blanks}>
          <b>
            <Plural value={blanks.length} one="# blank:" other="# blanks:" />
          </b>
          <ul className={classes.list}>
            {blanks.map(({ name, label }) => (
              <li key={name} className={classes.blank}>
                <bdi>{label}</bdi>
                <button
                  type="button"
                  className={classes.keep}
                  aria-label={t`Keep “${label}” as text`}
                  title={t`Keep “${label}” as text`}
                  onClick={() => onRewrite((text) => withoutVariables(text, name))}
                >
                  <Icon name="close" size={14} />
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
      {blanks.length === 0 && !hasCode && (
        <p className={classes.blanks}>
          <Trans>A blank is what readers fill in themselves: select words to make them one.</Trans>
        </p>
      )}
      {hasCode && (
        <div className={classes.code}>
          <p>
            <Trans>Braces in code stay as written.</Trans>
          </p>
          <Button variant="subtle" className={classes.make} onClick={() => onRewrite(withVariablesInCode)}>
            <Trans>Make them blanks</Trans>
          </Button>
        </div>
      )}
    </>
  );
}
