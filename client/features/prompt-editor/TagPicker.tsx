import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from "react";
import { LIMITS } from "../../../contract/limits";
import { useSite } from "../../runtime/SiteProvider";
import { useAnnounce } from "../../ui/Announcer";
import { Icon } from "../../ui/Icon";
import { isComposing } from "../../ui/is-composing";
import { TagDot } from "../tag";
import { EditorField } from "./EditorField";
import { type EditorTag, READ_FOR_TAGS, suggestTags } from "./suggest-tags";
import classes from "./TagPicker.module.css";

interface TagPickerProps {
  id: string;
  all: readonly EditorTag[];
  chosen: readonly string[];
  /** From which tags are suggested. */
  text: string;
  error: string | undefined;
  onChange(chosen: string[]): void;
}

/** Chooses tags by typing, from suggestions or from the whole list. */
export function TagPicker({ id, all, chosen, text, error, onChange }: TagPickerProps) {
  const { t, i18n } = useLingui();
  const { locale } = useSite();
  const announce = useAnnounce();
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const [words, setWords] = useState("");
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const deferred = useDeferredValue(text.slice(0, READ_FOR_TAGS));
  const suggested = useMemo(() => suggestTags(deferred, all, locale), [deferred, all, locale]);

  const isFull = chosen.length >= LIMITS.promptTags;
  const wanted = words.trim().toLocaleLowerCase(locale);
  const options = all.filter(
    ({ slug, label }) =>
      !chosen.includes(slug) && (label.toLocaleLowerCase(locale).includes(wanted) || slug.startsWith(wanted)),
  );
  const shown = isOpen && !isFull && options.length > 0;
  // The foot of the dialog would cover it.
  useEffect(() => {
    if (shown) list.current?.scrollIntoView({ block: "nearest" });
  }, [shown]);
  const activeOption = shown ? options[Math.min(active, options.length - 1)] : undefined;
  const labelOf = (slug: string) => all.find((tag) => tag.slug === slug)?.label ?? slug;

  const add = (slug: string) => {
    if (isFull || chosen.includes(slug)) return;
    setWords("");
    setActive(0);
    onChange([...chosen, slug]);
    const label = labelOf(slug);
    announce(t`${label} is added.`);
  };
  const remove = (slug: string) => {
    onChange(chosen.filter((other) => other !== slug));
    const label = labelOf(slug);
    announce(t`${label} is removed.`);
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    switch (event.key) {
      case "ArrowDown":
      case "ArrowUp": {
        event.preventDefault();
        const step = event.key === "ArrowDown" ? 1 : -1;
        setActive(shown ? (active + step + options.length) % options.length : 0);
        setOpen(true);
        break;
      }
      case "Enter":
        event.preventDefault();
        if (activeOption) add(activeOption.slug);
        break;
      case "Escape":
        if (!shown) return;
        // The dialog stays.
        event.preventDefault();
        setOpen(false);
        break;
      case "Backspace": {
        const last = chosen.at(-1);
        if (words === "" && last) remove(last);
        break;
      }
    }
  };
  const offered = suggested.filter(({ slug }) => !chosen.includes(slug));
  const count = i18n.number(chosen.length);
  const limit = i18n.number(LIMITS.promptTags);
  return (
    <EditorField
      id={id}
      label={<Trans>Tags</Trans>}
      note={
        <Trans>
          {count} of {limit}
        </Trans>
      }
      error={error}
    >
      {(control) => (
        <>
          <div className={classes.picked} data-invalid={control["aria-invalid"]}>
            {chosen.map((slug) => {
              const label = labelOf(slug);
              return (
                <span key={slug} className={classes.tag}>
                  <TagDot slug={slug} />
                  {label}
                  <button type="button" aria-label={t`Remove ${label}`} onClick={() => remove(slug)}>
                    <Icon name="close" size={14} />
                  </button>
                </span>
              );
            })}
            <input
              {...control}
              ref={input}
              role="combobox"
              aria-expanded={shown}
              aria-controls={listId}
              aria-autocomplete="list"
              aria-activedescendant={activeOption && `${listId}-${activeOption.slug}`}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              placeholder={isFull ? undefined : t`Add a tag`}
              value={words}
              onChange={({ currentTarget }) => {
                setWords(currentTarget.value);
                setActive(0);
                setOpen(true);
              }}
              onClick={() => setOpen(true)}
              onBlur={() => setOpen(false)}
              onKeyDown={onKeyDown}
            />
          </div>
          <div className={classes.holder}>
            <ul ref={list} id={listId} className={classes.list} role="listbox" aria-label={t`Tags`} hidden={!shown}>
              {shown &&
                options.map((tag) => (
                  // The keyboard chooses from the field.
                  <li
                    key={tag.slug}
                    id={`${listId}-${tag.slug}`}
                    ref={tag === activeOption ? (element) => element?.scrollIntoView({ block: "nearest" }) : undefined}
                    role="option"
                    aria-selected={tag === activeOption}
                    // The focus stays in the field.
                    onPointerDown={(event) => event.preventDefault()}
                    onClick={() => add(tag.slug)}
                  >
                    <TagDot slug={tag.slug} />
                    <span>
                      {tag.label}
                      <small>{tag.description}</small>
                    </span>
                  </li>
                ))}
            </ul>
          </div>
          {!isFull && (
            <div className={classes.offers}>
              {offered.length > 0 && (
                <div className={classes.suggest} role="group" aria-label={t`Tags suggested from the text`}>
                  <span>
                    <Trans>From the text:</Trans>
                  </span>
                  {offered.map(({ slug, label }) => (
                    <button key={slug} className={classes.tag} type="button" onClick={() => add(slug)}>
                      <TagDot slug={slug} />
                      {label}
                    </button>
                  ))}
                </div>
              )}
              {/* The field opens the same list by the keyboard. */}
              <button
                className={classes.all}
                aria-expanded={shown}
                type="button"
                tabIndex={-1}
                // The list closes when the field loses the focus.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => {
                  input.current?.focus();
                  setWords("");
                  setOpen(!isOpen);
                }}
              >
                {t`${plural(all.length, { one: "All # tag", other: "All # tags" })}`}
              </button>
            </div>
          )}
        </>
      )}
    </EditorField>
  );
}
