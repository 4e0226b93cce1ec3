import { Trans, useLingui } from "@lingui/react/macro";
import { useId } from "react";
import { LIMITS } from "../../../contract/limits";
import { type Locale, LOCALES } from "../../../contract/locales";
import { promptPath } from "../../../contract/pages";
import field from "../../forms/Field.module.css";
import { useLocalePath, useSite } from "../../runtime/SiteProvider";
import { Icon } from "../../ui/Icon";
import { Switch } from "../../ui/Switch";
import { useLength } from "../../forms/Counter";
import { EditorField } from "./EditorField";
import { type EditorState, inLanguage, type TextField, textOf } from "./editor-state";
import type { EditorTag } from "./suggest-tags";
import { TagPicker } from "./TagPicker";
import { TextEditor } from "./TextEditor";
import { useProblemWords } from "./use-problem-words";
import type { FieldName, Refusal } from "./use-refusal";
import classes from "./PromptForm.module.css";

interface PromptFormProps {
  state: EditorState;
  setState(change: (state: EditorState) => EditorState): void;
  tags: readonly EditorTag[];
  refusal: Refusal;
  username: string;
}

/** The fields of a prompt, in the language that is shown. */
export function PromptForm({ state, setState, tags, refusal, username }: PromptFormProps) {
  const { t } = useLingui();
  const { basePath } = useSite();
  const path = useLocalePath();
  const { locale, saved } = state;
  const text = textOf(state);
  const problemWords = useProblemWords();
  const lengths = {
    title: useLength(text.title),
    content: useLength(text.content),
    remark: useLength(text.remark),
    notes: useLength(text.notes),
  };
  const { fieldId, correct } = refusal;
  const errorOf = (name: FieldName, excess = 0) => {
    const problem = refusal.problemOf(name);
    return problem && problemWords(problem, excess);
  };
  const set = (name: TextField) => (value: string) => {
    correct(name);
    setState((before) => {
      const former = textOf(before);
      return { ...before, texts: { ...before.texts, [before.locale]: { ...former, [name]: value } } };
    });
  };
  const words = { lang: locale, dir: "auto" } as const;
  const original = refusal.problemOf("content")?.duplicateOf;
  const isNoted = text.notes !== "" || errorOf("notes") !== undefined;
  return (
    <>
      <EditorField
        id={fieldId("title")}
        label={<Trans>Title</Trans>}
        error={errorOf("title", lengths.title - LIMITS.promptTitle)}
        length={{ value: lengths.title, limit: LIMITS.promptTitle }}
      >
        {(control) => (
          <input
            {...control}
            {...words}
            className={field.input}
            data-autofocus={refusal.fieldProblems.length === 0 || control["data-autofocus"]}
            autoComplete="off"
            value={text.title}
            onChange={({ currentTarget }) => set("title")(currentTarget.value)}
          />
        )}
      </EditorField>
      <EditorField
        id={fieldId("content")}
        label={<Trans>Text</Trans>}
        error={errorOf("content", lengths.content - LIMITS.promptContent)}
        errorLink={
          original && (
            // In a new tab: what is written here stays.
            <a href={basePath + path(promptPath(original))} target="_blank" rel="noopener noreferrer">
              <Trans>Show that prompt</Trans>
            </a>
          )
        }
        length={{ value: lengths.content, limit: LIMITS.promptContent }}
      >
        {(control) => <TextEditor {...control} value={text.content} locale={locale} onChange={set("content")} />}
      </EditorField>
      <EditorField
        id={fieldId("remark")}
        label={<Trans>Remark</Trans>}
        note={<Trans>optional, when to use it</Trans>}
        error={errorOf("remark", lengths.remark - LIMITS.promptRemark)}
        length={{ value: lengths.remark, limit: LIMITS.promptRemark }}
      >
        {(control) => (
          <input
            {...control}
            {...words}
            className={field.input}
            autoComplete="off"
            value={text.remark}
            onChange={({ currentTarget }) => set("remark")(currentTarget.value)}
          />
        )}
      </EditorField>
      <div className={classes.pair} data-single={saved !== null || undefined}>
        <TagPicker
          id={fieldId("tags")}
          all={tags}
          chosen={state.tags}
          text={`${text.title} ${text.remark} ${text.content}`}
          error={errorOf("tags")}
          onChange={(chosen) => {
            correct("tags");
            setState((before) => ({ ...before, tags: chosen }));
          }}
        />
        {!saved && (
          <EditorField id={fieldId("locale")} label={<Trans>Language of the text</Trans>} error={errorOf("locale")}>
            {(control) => (
              <div className={field.select}>
                <select
                  {...control}
                  className={field.input}
                  value={locale}
                  onChange={({ currentTarget }) => {
                    const next = currentTarget.value as Locale;
                    correct("locale");
                    refusal.moveTo(next);
                    setState((before) => inLanguage(before, next));
                  }}
                >
                  {LOCALES.filter(({ code }) => code === locale || !state.texts[code]).map(({ code, name }) => (
                    <option key={code} value={code} lang={code}>
                      {name}
                    </option>
                  ))}
                </select>
                <Icon name="chevronDown" size={16} />
              </div>
            )}
          </EditorField>
        )}
      </div>
      <details className={classes.notes} open={isNoted || undefined}>
        <summary>
          <Icon name="chevronDown" size={16} />
          <Trans>Notes: where it comes from, other versions</Trans>
        </summary>
        <EditorField
          id={fieldId("notes")}
          label={<Trans>Notes</Trans>}
          note={<Trans>optional</Trans>}
          error={errorOf("notes", lengths.notes - LIMITS.promptNotes)}
          length={{ value: lengths.notes, limit: LIMITS.promptNotes }}
        >
          {(control) => (
            <textarea
              {...control}
              {...words}
              className={`${field.input} ${classes.area}`}
              rows={4}
              value={text.notes}
              onChange={({ currentTarget }) => set("notes")(currentTarget.value)}
            />
          )}
        </EditorField>
      </details>
      <ShareSwitch
        shared={state.shared}
        username={username}
        onChange={(shared) => {
          refusal.allowDuplicates();
          setState((before) => ({ ...before, shared }));
        }}
        label={t`Share with everyone`}
      />
    </>
  );
}

interface ShareSwitchProps {
  shared: boolean;
  label: string;
  username: string;
  onChange(shared: boolean): void;
}

function ShareSwitch({ shared, label, username, onChange }: ShareSwitchProps) {
  const id = useId();
  const name = <bdi className={classes.name}>{username}</bdi>;
  return (
    <>
      <div className={classes.share}>
        <label className={classes.about} htmlFor={id}>
          {label}
        </label>
        <Switch id={id} checked={shared} aria-describedby={`${id}-help`} onChange={onChange} />
      </div>
      <p id={`${id}-help`} className={classes.help}>
        <Trans>
          Off: only you see it. On: everyone can find it under {name}, and may copy it. You can take it back at any
          time.
        </Trans>
      </p>
    </>
  );
}
