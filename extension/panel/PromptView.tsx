import { Trans, useLingui } from "@lingui/react/macro";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { BlankValues } from "../../contract/blanks";
import { type Locale, localeInfo, localePath } from "../../contract/locales";
import { promptPath } from "../../contract/pages";
import { MARK, type Mark, type MarkChange } from "../site/marks";
import { localeOf, type Prompt, promptQuery } from "../site/prompts";
import { useAccount, useSource } from "./account";
import { DeliveryStatus } from "./DeliveryStatus";
import { useReason } from "./Failure";
import { Icon, type IconName } from "./Icon";
import { Meter, Ready } from "./Meter";
import { Sheet } from "./Sheet";
import { useSettings } from "./settings";
import type { Target } from "./tab";
import { Tags } from "./Tags";
import { useBlanks } from "./use-blanks";
import { canInsert, COMMAND_KEY, type Delivery } from "./use-delivery";

interface PromptViewProps {
  /** As the list has it. */
  prompt: Prompt;
  /** Of its blanks, as they are kept. */
  values: BlankValues;
  /** Whether it was saved just now. */
  isNew: boolean;
  target: Target | undefined;
  delivery: Delivery;
  onBack(): void;
}

/** A prompt with its blanks to fill in, to insert or to copy. Esc leads back, Ctrl Enter inserts. */
export function PromptView({ prompt: listed, values, isNew, target, delivery, onBack }: PromptViewProps) {
  const { t } = useLingui();
  const [{ site, locale: panelLocale }] = useSettings();
  const { connection } = useAccount();
  const [wanted, setWanted] = useState<Locale>(panelLocale);
  const { data } = useQuery({
    ...promptQuery(useSource(wanted), listed.id),
    ...(wanted === panelLocale ? { initialData: listed } : { placeholderData: keepPreviousData }),
  });
  const prompt = data ?? listed;
  const { text } = prompt;
  const locale = localeOf(text.locale);
  const blanks = useBlanks({ site, promptId: prompt.id }, values, text.content);
  const view = useRef<HTMLElement>(null);
  useEffect(() => {
    const field = view.current?.querySelector<HTMLElement>("[data-state=empty] > textarea, .actions > button");
    field?.focus();
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") onBack();
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      delivery.insert(prompt, blanks.text);
    }
  };
  const marking = useMutation<unknown, Error, Mark>({ mutationKey: MARK });
  const mark = (change: MarkChange) =>
    connection && marking.mutate({ ...change, id: prompt.id, account: connection.tokenId });
  const reason = useReason();
  const insertFirst = target === undefined || canInsert(target);

  return (
    <main className="view" ref={view} onKeyDown={onKeyDown}>
      <div className="bar">
        <button type="button" className="icon-button" aria-label={t`Back to the list`} onClick={onBack}>
          <Icon name="back" />
        </button>
        <span className="select">
          <Icon name="languages" size={16} />
          <select
            aria-label={t`Language of the text`}
            value={locale}
            onChange={({ currentTarget }) => setWanted(currentTarget.value as Locale)}
          >
            {prompt.locales.map(localeOf).map((code) => (
              <option key={code} value={code} lang={code}>
                {localeInfo(code).name}
              </option>
            ))}
          </select>
          <Icon name="chevronDown" size={14} />
        </span>
        <span className="end" />
        {connection && (
          <MarkButton
            icon="heart"
            label={t`Favourite`}
            isPressed={prompt.viewerHasFavorited}
            onPress={() =>
              mark({ kind: "favorite", value: !prompt.viewerHasFavorited, former: prompt.viewerHasFavorited })
            }
          />
        )}
        <a
          className="icon-button"
          href={`${site}${localePath(locale, promptPath(prompt.id))}`}
          target="_blank"
          rel="noreferrer"
          aria-label={t`Open on the site`}
          title={t`Open on the site`}
        >
          <Icon name="external" />
        </a>
      </div>
      <div className="scroll prompt lamp">
        {isNew && (
          <p className="saved" role="status">
            <Trans>Saved among your prompts. Only you see it.</Trans>
          </p>
        )}
        {marking.error && (
          <p className="problem" role="alert">
            {reason(marking.error)} <Trans>The mark was not saved.</Trans>
          </p>
        )}
        <ul className="tagline">
          <Tags tags={prompt.tags} />
          <Votes prompt={prompt} canVote={connection !== null && !prompt.viewerCanEdit} onMark={mark} />
        </ul>
        <h1 lang={locale} dir="auto">
          {text.title}
        </h1>
        {text.remark && (
          <p className="remark" lang={locale} dir="auto">
            {text.remark}
          </p>
        )}
        <Sheet blanks={blanks} locale={locale} />
      </div>
      <footer className="foot">
        {blanks.all.length > 0 && (
          <>
            <p className="ready">
              <b>
                <Ready blanks={blanks} />
              </b>
              {blanks.values.size > 0 && (
                <button type="button" className="button" data-variant="subtle" onClick={blanks.clear}>
                  <Trans>Clear</Trans>
                </button>
              )}
            </p>
            <Meter blanks={blanks} />
          </>
        )}
        <DeliveryStatus target={target} outcome={delivery.outcome} />
        <div className="actions">
          <button
            type="button"
            className="button"
            data-variant={insertFirst ? "filled" : "default"}
            onClick={() => delivery.insert(prompt, blanks.text)}
          >
            <Icon name="insert" />
            <Trans>Insert</Trans>
            <kbd dir="ltr">{COMMAND_KEY} ↵</kbd>
          </button>
          <button
            type="button"
            className="button"
            data-variant={insertFirst ? "default" : "filled"}
            onClick={() => delivery.copy(prompt, blanks.text)}
          >
            <Icon name="copy" />
            <Trans>Copy</Trans>
          </button>
        </div>
      </footer>
    </main>
  );
}

interface MarkButtonProps {
  icon: IconName;
  label: string;
  isPressed: boolean;
  onPress(): void;
}

function MarkButton({ icon, label, isPressed, onPress }: MarkButtonProps) {
  return (
    <button
      type="button"
      className="icon-button mark"
      aria-label={label}
      title={label}
      aria-pressed={isPressed}
      onClick={onPress}
    >
      <Icon name={icon} />
    </button>
  );
}

interface VotesProps {
  prompt: Prompt;
  /** Whether one may: nobody votes on what they wrote themselves. */
  canVote: boolean;
  onMark(change: MarkChange): void;
}

/** The support, and the member's own part in it. */
function Votes({ prompt: { upvoteDifference, viewerVote: former }, canVote, onMark }: VotesProps) {
  const { t, i18n } = useLingui();
  const vote = (value: "UP" | "DOWN") => onMark({ kind: "vote", value: former === value ? "NONE" : value, former });
  return (
    <li className="support">
      {canVote ? (
        <MarkButton icon="support" label={t`Vote up`} isPressed={former === "UP"} onPress={() => vote("UP")} />
      ) : (
        <Icon name="support" size={14} />
      )}
      <span className="visually-hidden">{t`Support:`} </span>
      <span role="status">{i18n.number(upvoteDifference)}</span>
      {canVote && (
        <MarkButton icon="down" label={t`Vote down`} isPressed={former === "DOWN"} onPress={() => vote("DOWN")} />
      )}
    </li>
  );
}
