import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { type SyntheticEvent, useRef, useState } from "react";
import { type LatePart, loadLate } from "../../runtime/late-part";
import { loadOnDemand } from "../../runtime/load-code";
import { useNotify } from "../../ui/Announcer";
import { Icon } from "../../ui/Icon";
import { type TagCounts, TagPill } from "../tag";
import { useIntendedList } from "./intended-list";
import { toggleTag } from "./list-state";
import { knows, tagRow, tapped } from "./tag-row";
import type { FilterTag, TagSheetProps } from "./TagSheet";
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

const lateSheet: LatePart<TagSheetProps> = {
  // The server never renders it.
  source: "",
  importModule: () => import("./TagSheet"),
};

interface SheetButtonProps extends TagFiltersProps {
  opened: boolean;
  onChange(opened: boolean): void;
}

/** Opens the sheet with all tags. */
function SheetButton({ opened, onChange, ...filters }: SheetButtonProps) {
  const { t, i18n } = useLingui();
  const notify = useNotify();
  const button = useRef<HTMLButtonElement>(null);
  const [isLoaded, setLoaded] = useState(false);
  const open = async () => {
    try {
      await loadOnDemand(() => loadLate(lateSheet, i18n));
      setLoaded(true);
      onChange(true);
    } catch {
      notify({ message: t`This could not be loaded. Try again later.` });
    }
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
        onClick={() => void open()}
      >
        <Trans>All tags</Trans>
        <Icon name="chevronDown" size={14} />
      </button>
      {isLoaded && lateSheet.Component && <lateSheet.Component {...filters} opened={opened} onClose={close} />}
    </>
  );
}
