import { useLingui } from "@lingui/react/macro";
import { useCallback } from "react";
import { useNavigate } from "react-router-dom";
import { promptPath } from "../../contract/pages";
import { useLocalePath, useSite } from "../runtime/SiteProvider";
import type { NoticeContent } from "../ui/Notice";
import { type Action, useFailureText } from "./failure-text";

/** Another prompt with the same text is shared already. */
export class DuplicateError extends Error {
  /** @param original the number of that prompt, unless it is not public any more */
  constructor(readonly original: string | null) {
    super("DUPLICATE");
  }
}

interface SharingPayload {
  problems: readonly { code: string }[];
  duplicateOf?: { id: string } | null;
}

/** @throws DuplicateError if the text is shared already */
export function checkDuplicate(payload: SharingPayload | null | undefined): void {
  if (payload?.problems.some(({ code }) => code === "DUPLICATE"))
    throw new DuplicateError(payload.duplicateOf?.id ?? null);
}

/** What to tell of an action that failed, with a link to the prompt that has the same text, if that is why. */
export function useFailureNotice(action: Action): (error: unknown) => NoticeContent {
  const { t } = useLingui();
  const failureText = useFailureText(action);
  const linkTo = usePromptLink();
  return useCallback(
    (error) => {
      if (!(error instanceof DuplicateError)) return { message: failureText(error) };
      const message = t`Another prompt with this text is shared already, so nothing has changed.`;
      return { message, ...(error.original !== null && { link: linkTo(error.original) }) };
    },
    [t, failureText, linkTo],
  );
}

/** The link of a notice to the prompt that has the same text. */
export function usePromptLink(): (id: string) => NonNullable<NoticeContent["link"]> {
  const { t } = useLingui();
  const path = useLocalePath();
  const { basePath } = useSite();
  const navigate = useNavigate();
  return useCallback(
    (id) => {
      const address = path(promptPath(id));
      return { label: t`Show that prompt`, href: basePath + address, open: () => void navigate(address) };
    },
    [t, path, basePath, navigate],
  );
}
