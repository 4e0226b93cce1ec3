import { useApolloClient } from "@apollo/client/react";
import { useLingui } from "@lingui/react/macro";
import { type RefObject, useEffect, useRef, useState } from "react";
import { Late } from "../../runtime/Late";
import type { LatePart } from "../../runtime/late-part";
import type { PageContext } from "../../runtime/page-context";
import { useSite } from "../../runtime/SiteProvider";
import { privateStorage } from "../../session/private-storage";
import { useAccount } from "../../session/use-signed-in";
import { useNotify } from "../../ui/Announcer";
import { useHydrated } from "../../ui/use-hydrated";
import { useLive } from "../live";
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
  const isBegun = () => hydrated && privateStorage(session).read(`comment.${promptId ?? "feedback"}`) !== null;
  const place = useRef<HTMLDivElement>(null);
  const hasNews = useNews(place, promptId);
  return (
    <div ref={place}>
      <Late
        part={lateComments}
        props={props}
        isNeeded={account !== null || target !== null || hasNews || isBegun()}
        onFailure={() => notify({ message: t`This could not be loaded. Try again later.` })}
      />
    </div>
  );
}

/** Few visitors come to the comments. */
const isBehindOnDemand = () => import("./is-behind");

/** Whether something may have been written since the reader came to the comments. */
function useNews(place: RefObject<HTMLElement | null>, promptId: string | null): boolean {
  const [isSeen, setSeen] = useState(false);
  const [hasNews, setNews] = useState(false);
  const isFirst = useRef(true);
  useEffect(() => {
    if (!place.current) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [place]);
  const client = useApolloClient();
  useLive(isSeen && !hasNews ? (promptId === null ? "feedback" : `prompt ${promptId}`) : null, ({ kind }) => {
    // One begins with what was missed.
    if (kind === "EVENTS_MISSED" && isFirst.current)
      void isBehindOnDemand()
        .then(({ isBehind }) => isBehind(client, promptId))
        .then(
          (behind) => behind && setNews(true),
          () => null,
        );
    else if (kind === "COMMENT_ADDED" || kind === "EVENTS_MISSED") setNews(true);
    isFirst.current = false;
  });
  return hasNews;
}
