import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useApolloClient } from "@apollo/client/react";
import {
  type ReactNode,
  type SyntheticEvent,
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { useNavigate } from "react-router-dom";
import { localePath } from "../../../contract/locales";
import { promptPath } from "../../../contract/pages";
import { textProblems } from "../../../contract/prompt-text";
import { LIMITS } from "../../../contract/limits";
import { Summary } from "../../forms/Form";
import { FormIcon } from "../../forms/FormIcon";
import { failureOf, useFailureText } from "../../forms/failure-text";
import { useSite } from "../../runtime/SiteProvider";
import { requestPromptEditor } from "../../session/dialog-request";
import { useNotify } from "../../ui/Announcer";
import { Button } from "../../ui/Button";
import { isComposing } from "../../ui/is-composing";
import { PromptPreview } from "../prompt";
import { Conflicts } from "./Conflicts";
import { DraftState } from "./DraftState";
import { EditorDialog } from "./EditorDialog";
import { asChangeOf, changesOf, type EditorState, isChanged, rebase, type SavedPrompt, textOf } from "./editor-state";
import { LanguageBar } from "./LanguageBar";
import { PromptForm } from "./PromptForm";
import type { PromptEditorProps } from "./editor-props";
import { NewDrafts } from "./NewDrafts";
import { forgetLists } from "./prompt-cache";
import type { EditorTag } from "./suggest-tags";
import { TextBeside } from "./TextBeside";
import { useProblemWords } from "./use-problem-words";
import { usePromptDraft } from "./use-prompt-draft";
import { fieldOf, type PlacedProblem, useRefusal } from "./use-refusal";
import { type SaveOutcome, useSavePrompt } from "./use-save-prompt";
import classes from "./EditorDialog.module.css";

interface OpenEditorProps extends PromptEditorProps {
  /** Whether a new prompt is begun, instead of going on with one. */
  isBegun: boolean;
  /** Where its draft is kept. */
  place: string;
  saved: SavedPrompt | null;
  tags: readonly EditorTag[];
  username: string;
  title: ReactNode;
}

/** The editor with what it needs. It outlives its dialog, which closes before everything is saved. */
export function OpenEditor({
  promptId,
  isBegun,
  place,
  saved,
  tags,
  username,
  title,
  onHide,
  onShow,
  onEnd,
}: OpenEditorProps) {
  const { t } = useLingui();
  const { locale: page, basePath } = useSite();
  const navigate = useNavigate();
  const client = useApolloClient();
  const notify = useNotify();
  const failureText = useFailureText("submit-prompt");
  const problemWords = useProblemWords();
  const save = useSavePrompt();
  const draft = usePromptDraft(place, saved);
  const { state, setState } = draft;
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [opened, setOpened] = useState(true);
  /** The editor stays until the outcome is known and shown. */
  const saving = useRef(false);
  const [asking, setAsking] = useState(false);
  const refusal = useRefusal(state.locale);
  // The words make a new prompt then.
  const deletedMessage = t`This prompt has since been deleted. Saving makes it a new one.`;
  const [message, setMessage] = useState(promptId !== null && !saved ? deletedMessage : null);
  /** That something is not saved yet: no failure, once nothing is wrong with it. */
  const [notice, setNotice] = useState<string | null>(null);
  const { fieldProblems, isFresh } = refusal;
  const count = fieldProblems.length;
  const shouldFocus = useRef(false);
  useEffect(() => {
    if (shouldFocus.current && opened) focusFirstInvalid(form.current);
    shouldFocus.current = false;
  });
  const refuse = (problems: readonly PlacedProblem[]) => {
    shouldFocus.current = problems.length > 0;
    refusal.refuse(problems);
    const language = problems.find(({ locale }) => locale !== null)?.locale;
    if (language) setState((before) => ({ ...before, locale: language }));
  };

  const close = () => {
    draft.keepNow();
    onHide();
    onEnd();
  };
  const reopen = () => {
    setOpened(true);
    onShow();
  };

  /** @param isRepeated whether these words were sent from here before */
  const showOutcome = async (outcome: SaveOutcome, isRepeated: boolean) => {
    if (outcome.kind === "saved") {
      draft.discard();
      const path = localePath(page, promptPath(outcome.id));
      notify({
        message: state.saved
          ? t`Your changes are saved`
          : outcome.isShared
            ? t`Entry submitted`
            : t`Your prompt is saved`,
        link: { label: t`Open the prompt`, href: basePath + path, open: () => void navigate(path) },
      });
      onEnd();
      return;
    }
    if (outcome.kind === "newer") {
      const { newest } = outcome;
      // What another tab has made of the same draft may say something else, which is not replaced unasked.
      const isOurs = outcome.isUntouched && isRepeated;
      setState((before) => (before.saved ? rebase(before, newest) : asChangeOf(before, newest, isOurs)));
      draft.keepNow();
      const next = draft.latest();
      // Nothing contradicts these changes.
      if (next.conflicts.length === 0) await showOutcome(await save(next), true);
      else reopen();
      return;
    }
    if (outcome.kind === "failed") {
      const { error } = outcome;
      const isDeleted = draft.latest().saved !== null && failureOf(error).reason === "missing";
      if (isDeleted) setState((before) => ({ ...before, saved: null, conflicts: [] }));
      setMessage(isDeleted ? deletedMessage : failureText(error));
    } else {
      refuse(outcome.problems);
      const others = outcome.problems.filter((problem) => !fieldOf(problem)).map((each) => problemWords(each, 0));
      setNotice(t`Not saved yet.`);
      setMessage(others.length > 0 ? others.join(" ") : null);
    }
    reopen();
  };

  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (saving.current) return;
    // Stays with the draft, also over a reload, until an answer has come.
    const isRepeated = draft.latest().idempotencyKey !== undefined;
    if (!draft.latest().saved) setState((before) => ({ idempotencyKey: draft.idempotencyKey(), ...before }));
    const current = draft.latest();
    const problems = problemsOf(current);
    setMessage(null);
    setNotice(problems.length > 0 ? t`Not saved yet.` : null);
    refuse(problems);
    if (problems.length > 0) return;
    // The same words would be a second prompt.
    draft.keepNow();
    if (draft.hasEnded && !current.saved) {
      setNotice(t`Not saved yet.`);
      shouldFocus.current = true;
      return;
    }
    if (current.saved && !isChanged(current)) {
      close();
      return;
    }
    setOpened(false);
    onHide();
    saving.current = true;
    void save(current)
      .then((outcome) => showOutcome(outcome, isRepeated))
      .finally(() => (saving.current = false));
  };

  const discard = () => {
    if (isChanged(draft.latest()) && !asking) {
      setAsking(true);
      return;
    }
    const { idempotencyKey, saved: isThere, shared } = draft.latest();
    // A request whose answer got lost may have made it. The lists would go on saying that there is none.
    if (idempotencyKey && !isThere) forgetLists(client.cache, "", shared);
    draft.discard();
    onHide();
    onEnd();
  };

  const isShared = state.shared && !state.saved?.shared;
  return (
    <EditorDialog opened={opened} title={title} onClose={close}>
      <div className={classes.body}>
        <form
          ref={form}
          id={formId}
          className={classes.form}
          method="dialog"
          noValidate
          onSubmit={submit}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || isComposing(event)) return;
            const isLine = event.target instanceof HTMLInputElement;
            // Enter in a line would send a prompt that is not finished.
            if (isLine && !event.ctrlKey && !event.metaKey) event.preventDefault();
            else if (event.ctrlKey || event.metaKey) submit(event);
          }}
        >
          {isBegun && (
            <NewDrafts
              without={place}
              onContinue={(other) => {
                close();
                requestPromptEditor(other);
              }}
              onDiscarded={() => focusTitle(form.current)}
            />
          )}
          <Summary problems={fieldProblems} isFresh={isFresh}>
            {(message ?? (count > 0 && notice)) && (
              <>
                {[notice, message].filter(Boolean).join(" ")}{" "}
                {count > 0 && (
                  <Plural value={count} one="# field needs your attention:" other="# fields need your attention:" />
                )}
              </>
            )}
          </Summary>
          {notice && !message && count === 0 && isChanged(state) && (
            <p className={classes.notice} role="status">
              {notice}
            </p>
          )}
          {draft.hasEnded && !state.saved && (
            <div className={classes.other} role="status" data-ended>
              <p>
                <Trans>
                  This draft was saved or discarded in another tab. If you go on with it here, it becomes a prompt of
                  its own.
                </Trans>
              </p>
              <Button
                variant="default"
                onClick={() => {
                  draft.goOn();
                  setMessage(null);
                  focusTitle(form.current);
                }}
              >
                <Trans>Go on writing</Trans>
              </Button>
            </div>
          )}
          {draft.hasOther && (
            <div className={classes.other} role="status">
              <p>
                <Trans>
                  This draft was changed in another tab as well. If you go on here, your version is the one that is
                  kept.
                </Trans>
              </p>
              <Button variant="default" onClick={draft.swap}>
                <Trans>Show the other version</Trans>
              </Button>
            </div>
          )}
          {state.conflicts.length > 0 && <Conflicts state={state} tags={tags} setState={setState} />}
          <LanguageBar state={state} setState={setState} />
          <PromptForm state={state} setState={setState} tags={tags} refusal={refusal} username={username} />
        </form>
        <div className={classes.show}>
          <TextBeside state={state} />
          <Preview state={state} tags={tags} />
        </div>
      </div>
      <div className={classes.foot}>
        {asking ? (
          <>
            <p className={classes.question} role="alert">
              {state.saved ? (
                <Trans>Discard your changes? The prompt stays as you last saved it.</Trans>
              ) : (
                <Trans>Discard what you have written? It cannot be brought back.</Trans>
              )}
            </p>
            {/* With keys: a button that became "Save" while it is pressed would save. This one is where "Discard" was, for double taps. */}
            <Button key="stay" ref={(button) => button?.focus()} variant="default" onClick={() => setAsking(false)}>
              <Trans>Go on writing</Trans>
            </Button>
            <Button key="lose" className={classes.danger} variant="outline" onClick={discard}>
              <Trans>Discard</Trans>
            </Button>
          </>
        ) : (
          <>
            {(draft.kept || !draft.hasEnded) && <DraftState kept={draft.kept} />}
            <Button key="discard" className={classes.discard} variant="subtle" onClick={discard}>
              <Trans>Discard</Trans>
            </Button>
            <Button key="save" className={classes.save} type="submit" form={formId}>
              {isShared ? <Trans>Save and share</Trans> : <Trans>Save</Trans>}
            </Button>
          </>
        )}
      </div>
    </EditorDialog>
  );
}

/** Or what else has to be decided. The summary above the form stays in view, if the field does too. */
function focusFirstInvalid(form: HTMLFormElement | null): void {
  const field =
    form?.querySelector<HTMLElement>("[aria-invalid=true]") ?? form?.querySelector<HTMLElement>("[data-ended] button");
  field?.focus({ preventScroll: true });
  form?.parentElement?.scrollTo({ top: 0 });
  field?.scrollIntoView({ block: "nearest" });
}

function focusTitle(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>("[data-autofocus]")?.focus();
}

/** What the server would refuse. */
function problemsOf(state: EditorState): PlacedProblem[] {
  const { texts, tags = [] } = changesOf(state);
  const ofTexts = texts.flatMap(({ locale, ...text }) => textProblems(text).map((each) => ({ ...each, locale })));
  const limit = LIMITS.promptTags;
  return tags.length > limit ? [...ofTexts, { code: "TOO_MANY", field: "tags", limit, locale: null }] : ofTexts;
}

function Preview({ state, tags }: { state: EditorState; tags: readonly EditorTag[] }) {
  const headingId = useId();
  const text = useDeferredValue(textOf(state));
  const { locale, tags: slugs } = state;
  // Made anew only when it changes: typing does not wait for it.
  const preview = useMemo(() => {
    const { title, remark, content } = text;
    const chosen = tags.filter(({ slug }) => slugs.includes(slug));
    return <PromptPreview title={title} remark={remark} content={content} locale={locale} tags={chosen} />;
  }, [text, locale, tags, slugs]);
  return (
    <aside className={classes.sticky} aria-labelledby={headingId}>
      <h3 id={headingId}>
        <FormIcon name="eye" size={16} />
        {state.shared ? <Trans>What others see</Trans> : <Trans>Preview</Trans>}
      </h3>
      {preview}
      <p>
        <Trans>
          The blanks work here too: try them before you save. Dashed ones are empty, dotted ones have your default.
        </Trans>
      </p>
    </aside>
  );
}
