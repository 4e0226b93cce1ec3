import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";
import { LIMITS } from "../../contract/limits";
import { type Locale, LOCALES } from "../../contract/locales";
import { BLANK, type Draft, forgetDraft } from "../site/draft";
import { LISTS, type Prompt } from "../site/prompts";
import { type DraftProblem, savePrompt } from "../site/save-prompt";
import { useAccount, useSource } from "./account";
import { ConnectCard } from "./ConnectCard";
import { useReason } from "./Failure";
import { Icon } from "./Icon";

/** A first line up to this long makes a title. */
const LONGEST_TITLE_LINE = 80;

interface DraftViewProps {
  draft: Draft;
  onSaved(prompt: Prompt): void;
  onBack(): void;
}

/** Makes a prompt of a text that was selected in a page. Nobody else sees it. */
export function DraftView({ draft, onSaved, onBack }: DraftViewProps) {
  const { t } = useLingui();
  const { connection } = useAccount();
  return (
    <main className="view" onKeyDown={({ key }) => key === "Escape" && onBack()}>
      <div className="bar">
        <button type="button" className="icon-button" aria-label={t`Back to the list`} onClick={onBack}>
          <Icon name="back" />
        </button>
        <h1>
          <Trans>Save as a prompt</Trans>
        </h1>
      </div>
      {connection ? <DraftForm draft={draft} onSaved={onSaved} /> : <ConnectCard />}
    </main>
  );
}

function DraftForm({ draft, onSaved }: Pick<DraftViewProps, "draft" | "onSaved">) {
  const { t } = useLingui();
  const source = useSource();
  const client = useQueryClient();
  const reason = useReason();
  const [title, setTitle] = useState(() => firstLine(draft.content));
  const [content, setContent] = useState(draft.content);
  const [locale, setLocale] = useState<Locale>(source.locale);
  const saving = useMutation({
    networkMode: "always",
    mutationFn: () => savePrompt(source, { ...draft, title, content, locale }),
    onSuccess: async ({ prompt }) => {
      if (!prompt) return;
      await forgetDraft();
      void client.invalidateQueries({ queryKey: [LISTS] });
      onSaved(prompt);
    },
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!saving.isPending) saving.mutate();
  };
  const problems = saving.data?.problems ?? [];
  const problemOf = (field: string) => problems.find((each) => each.field?.endsWith(`.${field}`));
  const words = ({ code, limit }: DraftProblem): string => {
    if (code === "REQUIRED") return t`Enter something here.`;
    const most = limit ?? 0;
    if (code === "TOO_LONG") return t`${plural(most, { one: "At most # character.", other: "At most # characters." })}`;
    return t`This has too many blanks, or one that is too long.`;
  };
  const [titleProblem, contentProblem] = [problemOf("title"), problemOf("content") ?? problemOf("blanks")];
  const other = problems.find((each) => each !== titleProblem && each !== contentProblem);
  const failure = saving.error ? reason(saving.error) : other && t`The prompt was not saved. Try again later.`;
  return (
    <form className="scroll settings" noValidate onSubmit={submit}>
      <label htmlFor="title">
        <Trans>Title</Trans>
      </label>
      <input
        id="title"
        dir="auto"
        autoFocus
        autoComplete="off"
        maxLength={LIMITS.promptTitle}
        value={title}
        aria-invalid={titleProblem !== undefined}
        aria-describedby={titleProblem && "title-problem"}
        onChange={({ currentTarget }) => setTitle(currentTarget.value)}
      />
      {titleProblem && (
        <p id="title-problem" className="problem" role="alert">
          {words(titleProblem)}
        </p>
      )}
      <label htmlFor="content">
        <Trans>Text</Trans>
      </label>
      <textarea
        id="content"
        dir="auto"
        rows={12}
        value={content}
        aria-invalid={contentProblem !== undefined}
        aria-describedby={contentProblem ? "content-help content-problem" : "content-help"}
        onChange={({ currentTarget }) => setContent(currentTarget.value)}
      />
      <p id="content-help">
        <Trans>Write {BLANK} where a blank is to be filled in.</Trans>
      </p>
      {contentProblem && (
        <p id="content-problem" className="problem" role="alert">
          {words(contentProblem)}
        </p>
      )}
      <label htmlFor="locale">
        <Trans>Language of the text</Trans>
      </label>
      <select id="locale" value={locale} onChange={({ currentTarget }) => setLocale(currentTarget.value as Locale)}>
        {LOCALES.map(({ code, name }) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
      {failure && (
        <p className="problem" role="alert">
          {failure}
        </p>
      )}
      <button type="submit" className="button" data-variant="filled" disabled={saving.isPending}>
        <Trans>Save</Trans>
      </button>
      <p>
        <Trans>Only you see it, until you share it on the site.</Trans>
      </p>
    </form>
  );
}

function firstLine(content: string): string {
  const line = content.trim().split("\n", 1)[0]?.trim() ?? "";
  return line.length <= LONGEST_TITLE_LINE ? line : "";
}
