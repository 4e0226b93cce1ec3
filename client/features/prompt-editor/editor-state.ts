import type { Locale } from "../../../contract/locales";
import { normalizeText, type WrittenText } from "../../../contract/prompt-text";
import type { DraftText, PromptDraft } from "./drafts";

/** A version of a prompt that the server has. */
export interface SavedPrompt {
  id: string;
  updatedAt: string;
  sourceLocale: Locale;
  texts: Partial<Record<Locale, DraftText>>;
  tags: string[];
  shared: boolean;
}

/** What the editor shows. */
export interface EditorState {
  /** The version that is being changed; null for a new prompt. */
  saved: SavedPrompt | null;
  /** The language whose words are shown. */
  locale: Locale;
  /** Without those that saving removes. */
  texts: Partial<Record<Locale, DraftText>>;
  tags: string[];
  shared: boolean;
  /** Where the server has a newer version than the one that was changed. */
  conflicts: readonly Conflict[];
  /** Of a new prompt, once it has been sent. */
  idempotencyKey?: string;
}

export type TextField = keyof DraftText;
const TEXT_FIELDS: readonly TextField[] = ["title", "content", "remark", "notes"];

/** Something that was changed here and elsewhere. */
export type Conflict =
  | { kind: "text"; locale: Locale; field: TextField; mine: string; theirs: string }
  /** A language that was removed here. */
  | { kind: "language"; locale: Locale; mine: ""; theirs: string }
  | { kind: "tags"; mine: string[]; theirs: string[] }
  | { kind: "shared"; mine: boolean; theirs: boolean };

export const NO_TEXT: DraftText = { title: "", content: "", remark: "", notes: "" };

export function initialState(saved: SavedPrompt | null, locale: Locale): EditorState {
  if (!saved) return { saved, locale, texts: { [locale]: NO_TEXT }, tags: [], shared: false, conflicts: [] };
  const { texts, tags, shared } = saved;
  return { saved, locale: shownLocale(texts, locale, saved), texts, tags, shared, conflicts: [] };
}

type Texts = EditorState["texts"];

/** The wanted language if there is a text in it, else that of the original, else another one. */
function shownLocale(texts: Texts, wanted: Locale, saved: SavedPrompt | null): Locale {
  const locales = Object.keys(texts) as Locale[];
  return [wanted, saved?.sourceLocale].find((each) => each && locales.includes(each)) ?? locales[0] ?? wanted;
}

/** All if none would be left. */
function without(texts: Texts, removed: readonly Locale[]): Texts {
  const entries = Object.entries(texts).filter(([code]) => !removed.includes(code as Locale));
  return entries.length > 0 ? Object.fromEntries(entries) : texts;
}

export function removeText(state: EditorState, locale: Locale): EditorState {
  const texts = without(state.texts, [locale]);
  return { ...state, texts, locale: shownLocale(texts, state.locale, state.saved) };
}

/** Shows a language: one that is new or was removed is added, with its saved words if it has any. */
export function showText(state: EditorState, locale: Locale): EditorState {
  const text = state.texts[locale] ?? state.saved?.texts[locale] ?? NO_TEXT;
  return { ...state, locale, texts: { ...state.texts, [locale]: text } };
}

export function textOf({ texts, locale }: EditorState): DraftText {
  return texts[locale] ?? NO_TEXT;
}

/** Says that the words shown are in another language. */
export function inLanguage(state: EditorState, locale: Locale): EditorState {
  const entries = Object.entries({ [state.locale]: NO_TEXT, ...state.texts });
  // In its place: the first language is the one that a new prompt is written in.
  const texts = Object.fromEntries(entries.map(([code, words]) => [code === state.locale ? locale : code, words]));
  return { ...state, locale, texts };
}

function isSame(one: string, other: string): boolean {
  return one === other || one.trim().normalize("NFC") === other.trim().normalize("NFC");
}

function isSameText(one: DraftText, other: DraftText): boolean {
  return TEXT_FIELDS.every((field) => isSame(one[field], other[field]));
}

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((item) => other.includes(item));
}

/** The language whose words are shown beside the others: the first one, unless that is being written. */
export function languageBeside({ saved, locale, texts }: EditorState): Locale | null {
  const entries = Object.entries(texts) as [Locale, DraftText][];
  const others = entries.flatMap(([code, text]) => (code === locale || isSameText(text, NO_TEXT) ? [] : [code]));
  const source = saved?.sourceLocale;
  return source && others.includes(source) ? source : (others[0] ?? null);
}

/** The languages whose words differ from the saved ones. An added one without words does not count. */
export function changedLocales({ saved, texts }: EditorState): Locale[] {
  const entries = Object.entries(texts) as [Locale, DraftText][];
  return entries.flatMap(([locale, text]) => (isSameText(text, saved?.texts[locale] ?? NO_TEXT) ? [] : [locale]));
}

/** The languages that saving removes. */
export function removedLocales({ saved, texts }: EditorState): Locale[] {
  return (Object.keys(saved?.texts ?? {}) as Locale[]).filter((locale) => !texts[locale]);
}

export function hasChangedTags({ saved, tags }: EditorState): boolean {
  return !isSameSet(tags, saved?.tags ?? []);
}

export function hasChangedSharing({ saved, shared }: EditorState): boolean {
  return shared !== (saved?.shared ?? false);
}

/** Whether something would be lost. */
export function isChanged(state: EditorState): boolean {
  // The language and the switch of an empty prompt are no work.
  const hasSwitched = state.saved !== null && hasChangedSharing(state);
  const hasChangedTexts = changedLocales(state).length > 0 || removedLocales(state).length > 0;
  return hasChangedTexts || hasChangedTags(state) || hasSwitched;
}

/** What to keep of it on the device. */
export function draftOf(state: EditorState): PromptDraft | null {
  if (!isChanged(state)) return null;
  const { locale, texts, tags, shared, idempotencyKey } = state;
  // One that began as a new prompt is found again without what is saved of it.
  const { saved } = idempotencyKey === undefined ? state : { saved: null };
  const since = { ...state, saved };
  const removed = removedLocales(since);
  return {
    texts: Object.fromEntries(changedLocales(since).map((code) => [code, texts[code]])),
    ...(removed.length > 0 && { removed }),
    locale,
    ...(hasChangedTags(since) && { tags }),
    ...(hasChangedSharing(since) && { shared }),
    base: saved?.updatedAt ?? null,
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  };
}

/** Goes on with a draft. Whatever of it differs from a newer version is a conflict: what it was based on is not known any more. */
export function stateOfDraft(saved: SavedPrompt | null, draft: PromptDraft, locale: Locale): EditorState {
  const initial = initialState(saved, locale);
  const texts = saved ? without({ ...initial.texts, ...draft.texts }, draft.removed ?? []) : { ...draft.texts };
  if (!saved) texts[draft.locale] ??= NO_TEXT;
  const state: EditorState = {
    ...initial,
    texts,
    locale: shownLocale(texts, draft.locale, saved),
    tags: draft.tags ?? initial.tags,
    shared: draft.shared ?? initial.shared,
    ...(draft.idempotencyKey !== undefined && { idempotencyKey: draft.idempotencyKey }),
  };
  if (!saved || draft.base === saved.updatedAt) return state;
  return { ...state, conflicts: conflictsBetween(state, saved) };
}

function conflictsBetween(state: EditorState, theirs: SavedPrompt, base?: SavedPrompt): Conflict[] {
  const conflicts = changedLocales(state).flatMap((locale): Conflict[] => {
    const mine = state.texts[locale] ?? NO_TEXT;
    const other = theirs.texts[locale];
    // A language that only this version has is no contradiction, unless it has been removed meanwhile.
    if (!other && !base?.texts[locale]) return [];
    return TEXT_FIELDS.flatMap((field): Conflict[] =>
      isSame(mine[field], (other ?? NO_TEXT)[field])
        ? []
        : [{ kind: "text", locale, field, mine: mine[field], theirs: (other ?? NO_TEXT)[field] }],
    );
  });
  for (const locale of removedLocales(state))
    conflicts.push({ kind: "language", locale, mine: "", theirs: theirs.texts[locale]?.content ?? "" });
  if (!isSameSet(state.tags, theirs.tags)) conflicts.push({ kind: "tags", mine: state.tags, theirs: theirs.tags });
  if (state.shared !== theirs.shared) conflicts.push({ kind: "shared", mine: state.shared, theirs: theirs.shared });
  return conflicts;
}

/** Puts the changes onto a newer version: what was changed on one side only is taken from there. */
export function rebase(state: EditorState, theirs: SavedPrompt): EditorState {
  const { saved: base } = state;
  if (!base) return { ...state, saved: theirs };
  const written: Texts = {};
  for (const locale of changedLocales(state)) {
    const [mine, former, other] = [state.texts[locale], base.texts[locale], theirs.texts[locale]];
    if (!mine) continue;
    const merged = { ...mine };
    if (former && other) {
      for (const field of TEXT_FIELDS) if (isSame(mine[field], former[field])) merged[field] = other[field];
    }
    written[locale] = merged;
  }
  const texts = without({ ...theirs.texts, ...written }, removedLocales(state));
  const next: EditorState = {
    ...state,
    saved: theirs,
    locale: shownLocale(texts, state.locale, theirs),
    texts,
    tags: hasChangedTags(state) ? state.tags : theirs.tags,
    shared: hasChangedSharing(state) ? state.shared : theirs.shared,
    conflicts: [],
  };
  const isContradiction = (conflict: Conflict) => {
    switch (conflict.kind) {
      case "text":
        return !isSame(conflict.theirs, base.texts[conflict.locale]?.[conflict.field] ?? "");
      case "language":
        return !isSameText(theirs.texts[conflict.locale] ?? NO_TEXT, base.texts[conflict.locale] ?? NO_TEXT);
      case "tags":
        return !isSameSet(base.tags, theirs.tags);
      case "shared":
        return base.shared !== theirs.shared;
    }
  };
  return { ...next, conflicts: conflictsBetween(next, theirs, base).filter(isContradiction) };
}

/**
 * Goes on as a change of the prompt that was made of an earlier version of these words, and whose answer got lost.
 * @param isUntouched whether nobody has changed it since: if so, nothing contradicts what is written here
 */
export function asChangeOf(state: EditorState, made: SavedPrompt, isUntouched: boolean): EditorState {
  const next = { ...state, saved: made, texts: { ...made.texts, ...state.texts }, conflicts: [] };
  return isUntouched ? next : { ...next, conflicts: conflictsBetween(next, made) };
}

/** Whether a new prompt says what was sent. If not, it was made by an earlier request whose answer got lost. */
export function isAsSent({ texts, tags = [], shared = false }: Changes, made: SavedPrompt): boolean {
  const isSent = texts.every(({ locale, ...text }) => {
    const other = made.texts[locale];
    return other !== undefined && TEXT_FIELDS.every((field) => (text[field] ?? "") === other[field]);
  });
  return (
    isSent && Object.keys(made.texts).length === texts.length && isSameSet(tags, made.tags) && shared === made.shared
  );
}

interface Written {
  createdAt: string;
  updatedAt: string;
  shared: boolean;
  sharedAt?: string | null;
}

/** Whether it has not been changed since it was made. */
export function isUntouched({ createdAt, updatedAt, shared, sharedAt }: Written): boolean {
  return updatedAt === createdAt && shared === (sharedAt === createdAt);
}

/** Takes one side of a conflict. It stays in the list, so that the choice can be changed. */
export function resolve(state: EditorState, conflict: Conflict, side: "mine" | "theirs"): EditorState {
  switch (conflict.kind) {
    case "text": {
      const text = { ...(state.texts[conflict.locale] ?? NO_TEXT), [conflict.field]: conflict[side] };
      return { ...state, locale: conflict.locale, texts: { ...state.texts, [conflict.locale]: text } };
    }
    case "language":
      return side === "theirs" ? showText(state, conflict.locale) : removeText(state, conflict.locale);
    case "tags":
      return { ...state, tags: conflict[side] };
    case "shared":
      return { ...state, shared: conflict[side] };
  }
}

/** Which side the form has now; null for words of its own. */
export function chosenSide(state: EditorState, conflict: Conflict): "mine" | "theirs" | null {
  const is = (side: "mine" | "theirs") => {
    switch (conflict.kind) {
      case "text":
        return state.texts[conflict.locale]?.[conflict.field] === conflict[side];
      case "language":
        return (state.texts[conflict.locale]?.content ?? "") === conflict[side];
      case "tags":
        return isSameSet(state.tags, conflict[side]);
      case "shared":
        return state.shared === conflict[side];
    }
  };
  return is("mine") ? "mine" : is("theirs") ? "theirs" : null;
}

/** What a save writes. */
export interface Changes {
  /** In the languages that have changed. The first one is that in which a new prompt is written. */
  texts: (WrittenText & { locale: Locale })[];
  removedLocales?: Locale[];
  tags?: string[];
  shared?: boolean;
}

export function changesOf(state: EditorState): Changes {
  const { saved, locale, tags, shared } = state;
  const written = changedLocales(state);
  const removed = removedLocales(state);
  // A prompt has a text in at least one language.
  const isKept = saved !== null && removed.length < Object.keys(saved.texts).length;
  const changed = isKept || written.length > 0 ? written : [locale];
  return {
    texts: changed.map((code) => ({ locale: code, ...normalizeText(state.texts[code] ?? NO_TEXT) })),
    ...(removed.length > 0 && { removedLocales: removed }),
    ...(hasChangedTags(state) && { tags }),
    ...(hasChangedSharing(state) && { shared }),
  };
}
