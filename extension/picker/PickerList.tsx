import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { PRODUCT_NAME } from "../../contract/product";
import { DeliveryStatus } from "../panel/DeliveryStatus";
import { useReason } from "../panel/Failure";
import { markRanges } from "../panel/mark-ranges";
import { NothingFor } from "../panel/NothingFor";
import { Peek } from "../panel/Peek";
import { hasBlanks } from "../panel/prompt-text";
import { TagDot } from "../panel/Tags";
import { COMMAND_KEY, type Delivery, ESCAPE_KEY } from "../panel/use-delivery";
import { localeOf, type Prompt } from "../site/prompts";
import { PickerFoot } from "./PickerFoot";
import type { Found, Row } from "./use-found";

interface PickerListProps {
  /** Of which these are the rows, or will be. */
  words: string;
  found: Found;
  chosen: Row | undefined;
  delivery: Delivery;
  onOpen(prompt: Prompt): void;
  onInsert(prompt: Prompt): void;
  onClose(): void;
}

/** The prompts that were found, the chosen one at a glance, and the keys as buttons. Its height is always the same. */
export function PickerList({ words, found, chosen, delivery, onOpen, onInsert, onClose }: PickerListProps) {
  const { t, i18n } = useLingui();
  const reason = useReason();
  const { rows, count, isExact, error, isCurrent } = found;
  const number = isExact ? i18n.number(count) : `${i18n.number(count)}+`;
  const isToFill = chosen !== undefined && hasBlanks(chosen.prompt);
  return (
    <>
      <h1 className="visually-hidden">{PRODUCT_NAME}</h1>
      {rows.length > 0 ? (
        <ol
          className="picker-rows"
          role="listbox"
          aria-label={t`Prompts`}
          aria-busy={!isCurrent}
          aria-activedescendant={chosen && rowId(chosen.prompt)}
          tabIndex={0}
        >
          {rows.map((row) => (
            <PickerRow key={row.prompt.id} {...row} isChosen={row === chosen} onOpen={() => onOpen(row.prompt)} />
          ))}
        </ol>
      ) : (
        <div className="picker-rows say">
          {isCurrent && <p role="status">{error ? reason(error) : <NothingFor words={words} />}</p>}
        </div>
      )}
      <div className="picker-peek">{chosen && <Peek prompt={chosen.prompt} />}</div>
      {/* The focus is in the page's field, whose readers hear of the choice by this. */}
      <p className="visually-hidden" role="status">
        {chosen?.prompt.text.title}
      </p>
      {delivery.outcome && (
        <div className="picker-outcome">
          <DeliveryStatus target={undefined} outcome={delivery.outcome} />
        </div>
      )}
      <PickerFoot
        note={
          error ? reason(error) : chosen && t`${plural(count, { one: `${number} found`, other: `${number} found` })}`
        }
      >
        {isToFill && (
          <button type="button" className="button" data-variant="filled" onClick={() => onOpen(chosen.prompt)}>
            <Trans>Fill in</Trans>
            <kbd dir="ltr">↵</kbd>
          </button>
        )}
        {chosen && (
          <button
            type="button"
            className="button"
            data-variant={isToFill ? "subtle" : "filled"}
            onClick={() => onInsert(chosen.prompt)}
          >
            <Trans>Insert</Trans>
            <kbd dir="ltr">{isToFill ? `${COMMAND_KEY} ↵` : "↵"}</kbd>
          </button>
        )}
        <button type="button" className="button" data-variant="subtle" onClick={onClose}>
          <Trans>Close</Trans>
          <kbd dir="ltr">{ESCAPE_KEY}</kbd>
        </button>
      </PickerFoot>
    </>
  );
}

export function rowId({ id }: Prompt): string {
  return `prompt-${id}`;
}

function PickerRow({ prompt, highlight, isChosen, onOpen }: Row & { isChosen: boolean; onOpen(): void }) {
  const { text } = prompt;
  const [tag] = prompt.tags;
  return (
    <li id={rowId(prompt)} role="option" aria-selected={isChosen} onClick={onOpen}>
      <span className="picker-title" lang={localeOf(text.locale)} dir="auto">
        {markRanges(text.title, highlight?.title)}
      </span>
      {tag && (
        <span className="tag">
          <TagDot slug={tag.slug} />
          {tag.label}
        </span>
      )}
    </li>
  );
}
