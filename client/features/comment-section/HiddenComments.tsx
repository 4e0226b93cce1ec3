import { useQuery } from "@apollo/client/react";
import { Trans } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { graphql } from "../../gql";
import { useAccount } from "../../session/use-signed-in";
import { useComments } from "../comment";
import { CommentItem } from "./CommentItem";
import classes from "./HiddenComments.module.css";

const HiddenCommentsQuery = graphql(`
  query HiddenComments($promptId: ID, $locale: Locale!) {
    viewer {
      user {
        id
      }
      hiddenComments(promptId: $promptId) {
        ...Comment_comment @unmask
      }
    }
  }
`);

/** The member's own comments that moderators have hidden: nobody else sees them. Asked for once the comments are in view. */
export function HiddenComments() {
  const account = useAccount();
  const place = useRef<HTMLDivElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (!place.current) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={place} className={classes.place}>
      {account && isSeen && <List key={account} account={account} />}
    </div>
  );
}

function List({ account }: { account: string }) {
  const { promptId, variables } = useComments();
  const { data } = useQuery(HiddenCommentsQuery, {
    variables: { promptId, locale: variables.locale },
    fetchPolicy: "network-only",
  });
  const comments = data?.viewer?.user.id === account ? data.viewer.hiddenComments : [];
  if (comments.length === 0) return null;
  return (
    <section className={classes.hidden} aria-labelledby="hidden-comments">
      <h3 id="hidden-comments">
        <Trans>Only you see these</Trans>
      </h3>
      {comments.map((comment) => (
        <CommentItem key={comment.id} comment={comment} isTarget={false} saysWhom={false} />
      ))}
    </section>
  );
}
