import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { startTransition, type SyntheticEvent, useRef, useState } from "react";
import { lazyPart } from "../../runtime/lazy-part";
import { Icon } from "../../ui/Icon";
import { type TagCounts, TagPill } from "../tag";
import { useIntendedList } from "./intended-list";
import { toggleTag } from "./list-state";
import { knows, tagRow, tapped } from "./tag-row";
import type { FilterTag } from "./TagSheet";
import classes from "./TagFilters.module.css";

interface TagFiltersProps {
  /** The most frequent ones first. */
  tags: readonly FilterTag[];
  /** How many prompts the list on screen has; null if unknown. */
  total: number | null;
  /** Whose prompts with them are counted. */
  counts?: TagCounts;
}

/**
 * The tags as filters: a row of the most frequent and the selected ones, the others collapsed. Tapping one moves none. In narrow
 * windows a sheet has all of them.
 */
export function TagFilters({ tags, total, counts = "library" }: TagFiltersProps) {
  const { t } = useLingui();
  const { intended, shown } = useIntendedList();
  const selected = intended.tags;
  // With the button after them they fill one row in nearly every language; the community's list has an aside.
  const top = tags.slice(0, counts === "library" ? 8 : 6).map(({ slug }) => slug);
  const [row, setRow] = useState(() => tagRow(top, selected));
  const [open, setOpen] = useState(false);
  const [sheetOpened, setSheetOpened] = useState(false);
  // Selected elsewhere: on a card, in the sheet, by Back.
  if (!open && !knows(row, selected)) setRow(tagRow(top, selected));
  const rest = tags.filter(({ slug }) => !row.slugs.includes(slug));
  const restCount = rest.length;
  const onToggle = (event: SyntheticEvent<HTMLDetailsElement>) => {
    setOpen(event.currentTarget.open);
    if (!event.currentTarget.open) setRow(tagRow(row.slugs, selected));
  };
  const pill = (tag: FilterTag | undefined) =>
    tag && (
      <li key={tag.slug} data-first={row.first.includes(tag.slug) || undefined}>
        <TagPill
          tag={tag}
          counts={shown.q === "" ? counts : "none"}
          onToggle={(slug) => setRow(tapped(row, toggleTag(intended, slug).tags))}
        />
      </li>
    );
  // Tags would not find anything either.
  if (total === 0 && shown.tags.length === 0 && selected.length === 0 && !sheetOpened) return null;
  return (
    <nav className={classes.filters} aria-label={t`Filter by tag`}>
      {/* First, as on the screen: after the tags it would push those aside that have been shown already. */}
      {rest.length > 0 && (
        <SheetButton tags={tags} total={total} counts={counts} opened={sheetOpened} onChange={setSheetOpened} />
      )}
      <ul className={classes.pills}>{row.slugs.map((slug) => pill(tags.find((tag) => tag.slug === slug)))}</ul>
      {rest.length > 0 && (
        <>
          <details className={classes.rest} onToggle={onToggle}>
            <summary className={classes.more}>
              {/* As wide as the longer one. */}
              <span className={classes.closed}>
                <Plural value={restCount} one="# more tag" other="# more tags" />
              </span>
              <span className={classes.opened}>
                <Trans>Fewer tags</Trans>
              </span>
            </summary>
          </details>
          <ul className={`${classes.pills} ${classes.others}`}>{rest.map(pill)}</ul>
        </>
      )}
    </nav>
  );
}

const TagSheet = lazyPart(async () => (await import("./TagSheet")).TagSheet);

interface SheetButtonProps extends TagFiltersProps {
  opened: boolean;
  onChange(opened: boolean): void;
}

/** Opens the sheet with all tags. */
function SheetButton({ opened, onChange, ...filters }: SheetButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  /** Then it stays, as it moves when it closes. */
  const [isUsed, setUsed] = useState(false);
  const open = () => {
    startTransition(() => {
      setUsed(true);
      onChange(true);
    });
  };
  const giveUp = () => {
    setUsed(false);
    onChange(false);
  };
  const close = () => {
    onChange(false);
    button.current?.focus({ preventScroll: true });
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className={`${classes.more} ${classes.all}`}
        aria-haspopup="dialog"
        aria-expanded={opened}
        data-needs-script
        onClick={open}
      >
        <Trans>All tags</Trans>
        <Icon name="chevronDown" size={14} />
      </button>
      {isUsed && <TagSheet {...filters} opened={opened} onClose={close} onUnavailable={giveUp} />}
    </>
  );
}
