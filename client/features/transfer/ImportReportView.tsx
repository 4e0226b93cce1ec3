import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import type { ImportReport, Refusal } from "../../../contract/transfer";
import { Icon } from "../../ui/Icon";
import classes from "./YourData.module.css";

const SHOWN = 200;

/** What became of a file. Takes the focus, so that it is read. */
export function ImportReportView({ report }: { report: ImportReport }) {
  const { t } = useLingui();
  const { added, updated, skipped, favoritesAdded: favourites, refused, refusedCount, encoding, placeholders } = report;
  const { prompts } = placeholders;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), [report]);
  const facts = [
    added > 0 && t`${plural(added, { one: "# prompt added", other: "# prompts added" })}`,
    updated > 0 && t`${plural(updated, { one: "# prompt updated", other: "# prompts updated" })}`,
    skipped > 0 && t`${plural(skipped, { one: "# prompt was there already", other: "# prompts were there already" })}`,
    favourites > 0 && t`${plural(favourites, { one: "# favourite added", other: "# favourites added" })}`,
  ].filter((fact) => fact !== false);
  return (
    <div ref={box} className={classes.report} role="group" aria-label={t`Import`} tabIndex={-1}>
      {facts.length === 0 && refusedCount === 0 ? (
        <p>
          <Trans>There was nothing new in the file.</Trans>
        </p>
      ) : (
        <ul>
          {facts.map((fact) => (
            <li key={fact}>
              <Icon name="check" size={16} />
              {fact}
            </li>
          ))}
          {refusedCount > 0 && (
            <li className={classes.refused}>
              <Icon name="alert" size={16} />
              {t`${plural(refusedCount, { one: "# entry refused", other: "# entries refused" })}`}
            </li>
          )}
        </ul>
      )}
      {encoding !== null && (
        <p>{t`The encoding of the file was guessed: ${encoding}. Check that all letters are right.`}</p>
      )}
      {prompts > 0 && (
        <p>
          {t`${plural(prompts, { one: "Blanks of another site were converted in # prompt.", other: "Blanks of another site were converted in # prompts." })}`}{" "}
          <Trans>To keep them as they were, delete these prompts, turn the option off and import the file again.</Trans>
        </p>
      )}
      {refused.length > 0 && <Refusals refused={refused} count={refusedCount} />}
    </div>
  );
}

function Refusals({ refused, count }: { refused: readonly Refusal[]; count: number }) {
  const { t, i18n } = useLingui();
  const fieldText = useFieldText();
  const reasonText = useReasonText();
  const shown = refused.slice(0, SHOWN);
  // Only a zip has them.
  const hasFiles = shown.some(({ file }) => file !== null);
  // A JSON file has none.
  const hasLines = shown.some(({ line }) => line !== null);
  const left = count - shown.length;
  const more = i18n.number(left);
  return (
    <>
      {/* Scrolls by keyboard too. */}
      <div className={classes.scroll} role="region" aria-label={t`Refused entries`} tabIndex={0}>
        <table className={classes.table}>
          <thead>
            <tr>
              {hasFiles && (
                <th scope="col">
                  <Trans>File</Trans>
                </th>
              )}
              {hasLines && (
                <th scope="col">
                  <Trans>Line</Trans>
                </th>
              )}
              <th scope="col">
                <Trans>Entry</Trans>
              </th>
              <th scope="col">
                <Trans>Field</Trans>
              </th>
              <th scope="col">
                <Trans>Reason</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((refusal, index) => (
              <tr key={index}>
                {hasFiles && (
                  <td className={classes.file}>
                    <bdi>{refusal.file}</bdi>
                  </td>
                )}
                {hasLines && <td>{refusal.line === null ? "" : i18n.number(refusal.line)}</td>}
                <td>{i18n.number(refusal.entry)}</td>
                <td>{fieldText(refusal.field)}</td>
                <td>{reasonText(refusal)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {left > 0 && <p>{t`and ${more} more`}</p>}
    </>
  );
}

function useFieldText(): (field: string | null) => string {
  const { t } = useLingui();
  return (field) => {
    switch (field) {
      case "title":
        return t`Title`;
      case "content":
      case "content.blanks":
        return t`Prompt`;
      case "remark":
        return t`Remark`;
      case "notes":
        return t`Notes`;
      case "tags":
        return t`Tags`;
      case "texts":
      case "sourceLocale":
        return t`Language`;
      case "favorites":
        return t`Favourites`;
      default:
        return "–";
    }
  };
}

function useReasonText(): (refusal: Refusal) => string {
  const { t } = useLingui();
  return ({ code, field, limit }) => {
    const count = limit ?? 0;
    switch (code) {
      case "REQUIRED":
        return t`It is missing`;
      case "TOO_LONG":
        if (limit === null) return t`It is too long`;
        return t`${plural(count, { one: "At most # character", other: "At most # characters" })}`;
      case "TOO_MANY":
        if (field === "content.blanks") {
          return t`${plural(count, { one: "At most # blank in a text", other: "At most # blanks in a text" })}`;
        }
        if (field === "tags") return t`${plural(count, { one: "At most # tag", other: "At most # tags" })}`;
        return t`The account is full`;
      case "INVALID_CHARACTERS":
        return t`Some of these characters cannot be used`;
      case "UNKNOWN_TAG":
        return t`There is no such tag`;
      case "UNREADABLE":
        return t`It could not be understood`;
      case "SHARED":
        return t`Your prompt is shared. Stop sharing it first: an import changes nothing that others see.`;
      case "NOT_FOUND":
        return t`There is no such prompt, or you may not see it`;
    }
  };
}
