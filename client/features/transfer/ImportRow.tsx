import { useApolloClient } from "@apollo/client/react";
import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { type DragEvent, useCallback, useId, useRef, useState } from "react";
import { type FileFault, type ImportFailure, type ImportReport, TRANSFER_LIMITS } from "../../../contract/transfer";
import { CheckField } from "../../forms/Field";
import { FormIcon } from "../../forms/FormIcon";
import { useFailureText } from "../../forms/failure-text";
import { useWithSession } from "../../forms/use-with-session";
import { useSite } from "../../runtime/SiteProvider";
import { useAnnounce } from "../../ui/Announcer";
import { Button } from "../../ui/Button";
import { favoriteMarks } from "../favorite";
import { ImportReportView } from "./ImportReportView";
import { PLACEHOLDER } from "./placeholder";
import { type ImportProgress, sendFile } from "./send-file";
import classes from "./YourData.module.css";

/** A progress bar says what it has come to so often, and no more. */
const ANNOUNCED_MS = 5000;
const MEGABYTE = 1024 * 1024;
const TEXT_COLUMNS = ["prompt", "content", "text"].join(", ");
/** Of the other formats, the server knows by their content which one it is. */
const READABLE = /\.(?:json|jsonl|ndjson|csv|tsv|txt|md|markdown|zip)$/i;
const READABLE_TYPES: readonly string[] = ["application/json", "text/csv", "text/markdown", "application/zip"];

type State =
  | { kind: "idle" }
  | { kind: "running"; progress: ImportProgress }
  | { kind: "done"; report: ImportReport }
  /** With a file that can be sent again, or must be another one. */
  | { kind: "failed"; message: string; retry: File | null };

/** A file is chosen or dropped, and imported at once. It stays chosen until it has been imported. */
export function ImportRow() {
  const { t } = useLingui();
  const { session, locale } = useSite();
  const client = useApolloClient();
  const announceNowAndThen = useSparingAnnounce();
  const failureText = useFailureText("import");
  const fileFailureText = useFileFailureText();
  const withSession = useWithSession();
  const input = useRef<HTMLInputElement>(null);
  const options = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<State>({ kind: "idle" });
  const [isOver, setIsOver] = useState(false);
  const progressText = useProgressText();

  const follow = (progress: ImportProgress) => {
    setState({ kind: "running", progress });
    announceNowAndThen(progressText(progress));
  };
  const begin = async (file: File) => {
    if (!isReadable(file) || file.size > TRANSFER_LIMITS.fileBytes) {
      const message = isReadable(file)
        ? fileFailureText("TOO_LARGE")
        : t`Choose a JSON, CSV or Markdown file, or a zip with Markdown files.`;
      setState({ kind: "failed", message, retry: null });
      return;
    }
    // A single Markdown file without front matter looks like any other text.
    const format = /\.(?:md|markdown)$/i.test(file.name) ? "md" : null;
    const keepsPlaceholders = options.current?.querySelector("input")?.checked === false;
    const request = { file, format, keepsPlaceholders, locale, onProgress: follow } as const;
    follow({ phase: "sending", done: 0, total: file.size });
    try {
      const outcome = await withSession(() => sendFile(session, request));
      if ("code" in outcome) {
        // A file at fault must be another one.
        const retry = "line" in outcome ? null : file;
        setState({ kind: "failed", message: fileFailureText(outcome), retry });
        return;
      }
      if (input.current) input.current.value = "";
      setState({ kind: "done", report: outcome });
      forgetLists(client);
      void favoriteMarks(session)
        .reload()
        .catch(() => null);
    } catch (error) {
      setState({ kind: "failed", message: failureText(error), retry: file });
    }
  };
  const choose = (files: FileList | null | undefined) => {
    const [file, ...others] = files ?? [];
    if (!file || state.kind === "running") return;
    if (others.length === 0) void begin(file);
    else setState({ kind: "failed", message: t`Choose one file. Put several Markdown files into a zip.`, retry: null });
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    if (input.current && state.kind !== "running") input.current.files = event.dataTransfer.files;
    choose(event.dataTransfer.files);
  };
  const busy = state.kind === "running";
  return (
    <div
      className={classes.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <div className={classes.row}>
        <h3>
          <Trans>Import</Trans>
        </h3>
        <p>
          <Trans>
            JSON, CSV or Markdown, also in a zip: from here, from other sites and from spreadsheets. New prompts are
            private.
          </Trans>
        </p>
        <input
          ref={input}
          type="file"
          accept=".json,.jsonl,.ndjson,.csv,.tsv,.txt,.md,.markdown,.zip,application/json,text/csv,text/markdown,application/zip"
          aria-label={t`File to import`}
          hidden
          onChange={({ target }) => choose(target.files)}
        />
        <Button
          variant="default"
          className={classes.act}
          aria-disabled={busy}
          onClick={() => !busy && open(input.current)}
        >
          <FormIcon name="upload" size={16} />
          <Trans>Choose a file</Trans>
        </Button>
      </div>
      <div ref={options} className={classes.options}>
        <CheckField
          name="blanks"
          label={
            <Trans>
              Convert blanks of other sites, such as <code>{PLACEHOLDER}</code>
            </Trans>
          }
          error={undefined}
          defaultChecked
        />
      </div>
      {state.kind === "running" && <Progress progress={state.progress} />}
      {/* In the page before its text: screen readers ignore alerts that appear together with theirs. */}
      <div role="alert" className={state.kind === "failed" ? classes.failed : undefined}>
        {state.kind === "failed" && (
          <>
            <p>{state.message}</p>
            {state.retry && (
              <Button variant="default" onClick={() => state.retry && void begin(state.retry)}>
                <Trans>Try again</Trans>
              </Button>
            )}
          </>
        )}
      </div>
      {state.kind === "done" && <ImportReportView report={state.report} />}
    </div>
  );
}

/** The same file can be chosen again: it may have been mended. */
function open(input: HTMLInputElement | null): void {
  if (!input) return;
  input.value = "";
  input.click();
}

function Progress({ progress }: { progress: ImportProgress }) {
  const id = useId();
  const progressText = useProgressText();
  const { done, total } = progress;
  return (
    <div className={classes.progress}>
      <span id={id}>{progressText(progress)}</span>
      <progress aria-labelledby={id} max={Math.max(1, total)} value={done} />
    </div>
  );
}

function useSparingAnnounce(): (message: string) => void {
  const announce = useAnnounce();
  const announcedAt = useRef(0);
  return useCallback(
    (message) => {
      const now = Date.now();
      if (now - announcedAt.current < ANNOUNCED_MS) return;
      announcedAt.current = now;
      announce(message);
    },
    [announce],
  );
}

function useProgressText(): (progress: ImportProgress) => string {
  const { t, i18n } = useLingui();
  return ({ phase, done, total }) => {
    if (phase === "saving") {
      const [saved, all] = [i18n.number(done), i18n.number(total)];
      return t`Saving: ${saved} of ${all}`;
    }
    const share = i18n.number(total === 0 ? 1 : done / total, { style: "percent" });
    return t`Sending the file: ${share}`;
  };
}

function useFileFailureText(): (failure: ImportFailure | FileFault | "TOO_LARGE") => string {
  const { t } = useLingui();
  return (failure) => {
    if (failure === "TOO_LARGE") {
      const megabytes = TRANSFER_LIMITS.fileBytes / MEGABYTE;
      return t`The file is larger than ${megabytes} MB. Nothing was imported.`;
    }
    if (!("line" in failure)) return t`Nothing was imported. Try again later.`;
    const { code, line } = failure;
    const limit = failure.limit ?? 0;
    switch (code) {
      case "UNREADABLE_FILE":
        return line === null
          ? t`The file could not be understood. Nothing was imported.`
          : t`The file could not be understood from line ${line} on. Nothing was imported.`;
      case "MISSING_COLUMNS":
        return t`The first row of the CSV has to name a column with the texts, such as: ${TEXT_COLUMNS}. Nothing was imported.`;
      case "NO_PROMPTS":
        return t`The file is neither an export nor a list of prompts. Nothing was imported.`;
      case "NEWER_FORMAT":
        return t`The file comes from a newer version of Polyprompt, which this site cannot read. Nothing was imported.`;
      case "ENCODING":
        return t`The encoding of the file could not be recognized. Save it in UTF-8 and choose it again.`;
      case "TOO_MANY":
        return t`${plural(limit, { one: "A file may have at most # entry. Nothing was imported.", other: "A file may have at most # entries. Nothing was imported." })}`;
      case "TOO_LARGE": {
        const megabytes = limit / MEGABYTE;
        return t`The files in the zip have more than ${megabytes} MB together. Nothing was imported.`;
      }
      case "ENCRYPTED":
        return t`The zip has a password. Make one without a password and choose that.`;
    }
  };
}

function isReadable({ name, type }: File): boolean {
  return READABLE.test(name) || READABLE_TYPES.includes(type);
}

/** Own prompts and favourites are fetched again. */
function forgetLists(client: ReturnType<typeof useApolloClient>): void {
  const { cache } = client;
  for (const fieldName of ["prompts", "favorites"]) cache.evict({ id: "Viewer:{}", fieldName });
  for (const fieldName of ["prompt", "promptsByIds"]) cache.evict({ id: "ROOT_QUERY", fieldName });
  cache.gc();
  void client.refetchQueries({ include: "active" }).catch(() => null);
}
