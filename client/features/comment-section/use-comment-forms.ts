import { useLingui } from "@lingui/react/macro";
import { useCallback, useState } from "react";
import { loadOnDemand } from "../../runtime/load-code";
import { useNotify } from "../../ui/Announcer";
import { type CommentForms, commentFormsOnDemand } from "./comment-forms";

/** The forms in which comments are written, once they are needed. */
export function useCommentForms(): [CommentForms | null, load: () => void] {
  const { t, i18n } = useLingui();
  const notify = useNotify();
  const [forms, setForms] = useState<CommentForms | null>(null);
  const load = useCallback(() => {
    loadOnDemand(async () => (await commentFormsOnDemand()).loadCommentForms(i18n)).then(setForms, () =>
      notify({ message: t`This could not be loaded. Try again later.` }),
    );
  }, [i18n, notify, t]);
  return [forms, load];
}
