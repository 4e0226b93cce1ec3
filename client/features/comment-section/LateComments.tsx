import { useLingui } from "@lingui/react/macro";
import { Late } from "../../runtime/Late";
import type { LatePart } from "../../runtime/late-part";
import type { PageContext } from "../../runtime/page-context";
import { useSite } from "../../runtime/SiteProvider";
import { privateStorage } from "../../session/private-storage";
import { useAccount } from "../../session/use-signed-in";
import { useNotify } from "../../ui/Announcer";
import { useHydrated } from "../../ui/use-hydrated";
import type { CommentsProps } from "./Comments";

/** A page that shows comments lists this. */
export const lateComments: LatePart<CommentsProps> = {
  source: "client/features/comment-section/Comments.tsx",
  importModule: () => import("./Comments"),
};

/** The server renders the first of them. */
export async function preloadComments({ apollo, locale }: PageContext, props: CommentsProps): Promise<void> {
  if (import.meta.env.SSR) await (await import("./Comments")).preload(apollo, locale, props);
}

/** The comments of a page. Members get their code, visitors once they point at one, or have begun to write. */
export function LateComments(props: CommentsProps) {
  const { t } = useLingui();
  const { session } = useSite();
  const notify = useNotify();
  const hydrated = useHydrated();
  const account = useAccount();
  const { promptId, target } = props;
  const isBegun = () => hydrated && privateStorage(session).read(`comment.${promptId ?? "feedback"}`, account) !== null;
  return (
    <Late
      part={lateComments}
      props={props}
      isNeeded={account !== null || target !== null || isBegun()}
      onFailure={() => notify({ message: t`This could not be loaded. Try again later.` })}
    />
  );
}
