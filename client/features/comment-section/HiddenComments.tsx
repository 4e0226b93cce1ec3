import { Trans } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { useQuery } from "../../runtime/apollo-hooks";
import { graphql } from "../../gql";
import { useAccount } from "../../session/use-signed-in";
import { type CommentList, useComments } from "../comment";
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

/**
 * The member's own comments that moderators have hidden: nobody else sees them. Asked for once the comments are in view.
 * @param list what is on the page already: there, a hidden comment with replies has its place, and its author reads it there
 */
export function HiddenComments({ list }: { list: CommentList }) {
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
      {account && isSeen && <List key={account} account={account} list={list} />}
    </div>
  );
}

function List({ account, list }: { account: string; list: CommentList }) {
  const { promptId, variables } = useComments();
  const { data } = useQuery(HiddenCommentsQuery, {
    variables: { promptId, locale: variables.locale },
    fetchPolicy: "network-only",
  });
  const shown = new Set(
    list.comments.nodes.flatMap(({ id, replies }) => [id, ...replies.nodes.map((reply) => reply.id)]),
  );
  const hidden = data?.viewer?.user.id === account ? data.viewer.hiddenComments : [];
  const comments = hidden.filter(({ id }) => !shown.has(id));
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
