import type { ApolloClient } from "@apollo/client";
import { useApolloClient } from "@apollo/client/react";
import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useId, useState } from "react";
import { graphql } from "../../gql";
import { useSite } from "../../runtime/SiteProvider";
import { privateStorage } from "../../session/private-storage";
import { useAccount } from "../../session/use-signed-in";
import { useAnnounce, useNotify } from "../../ui/Announcer";
import { Button } from "../../ui/Button";
import { useComments } from "../comment";
import { copyText } from "../prompt";
import { type BegunText, begunTexts, forgetBegun } from "./comment-draft";
import classes from "./Composer.module.css";
import { DiscardQuestion } from "./DiscardQuestion";

const CommentStateQuery = graphql(`
  query CommentState($id: ID!) {
    comment(id: $id) {
      id
      deleted
      hidden
      closed
    }
  }
`);

/**
 * Replies and changes that were kept on this device until their comment was deleted, or nobody could reply to it any more: no form is
 * left that would show them. Looked for when the page is opened.
 */
export function StrandedTexts() {
  const { session } = useSite();
  // A visitor's become those of the account that they sign in to.
  const account = useAccount();
  const client = useApolloClient();
  const { promptId } = useComments();
  const [stranded, setStranded] = useState<readonly BegunText[]>([]);
  const storage = privateStorage(session);
  const page = promptId ?? "feedback";
  useEffect(() => {
    let isCurrent = true;
    const begun = begunTexts(storage, page);
    // What cannot be told now is told when the page is opened again.
    void Promise.all(begun.map((each) => isStranded(client, each).catch(() => false))).then((states) => {
      if (isCurrent) setStranded(begun.filter((_, index) => states[index]));
    });
    return () => {
      isCurrent = false;
    };
  }, [client, storage, page, account]);
  const forget = (text: BegunText) => {
    forgetBegun(storage, text);
    setStranded((before) => before.filter((each) => each !== text));
    document.getElementById("comments")?.focus({ preventScroll: true });
  };
  return stranded.map((text) => (
    <StrandedText key={`${text.purpose} ${text.commentId}`} text={text} onDiscard={() => forget(text)} />
  ));
}

function StrandedText({ text: { purpose, text }, onDiscard }: { text: BegunText; onDiscard(): void }) {
  const { t } = useLingui();
  const announce = useAnnounce();
  const notify = useNotify();
  const [asking, setAsking] = useState(false);
  const [isCopied, setCopied] = useState(false);
  const id = useId();
  const copy = () => {
    copyText(Promise.resolve(text)).then(
      () => {
        setCopied(true);
        announce(t`Copied`);
      },
      () => notify({ message: t`The text could not be copied. Select it and copy it yourself.` }),
    );
  };
  return (
    <div className={classes.newer}>
      <label htmlFor={id}>
        {purpose === "reply" ? (
          <Trans>Your reply was not posted: nobody can reply to its comment any more.</Trans>
        ) : (
          <Trans>Your change was not saved: the comment is not there any more.</Trans>
        )}
      </label>
      <textarea id={id} dir="auto" rows={3} readOnly value={text} />
      {asking ? (
        <div className={classes.asking}>
          <DiscardQuestion onStay={() => setAsking(false)} onDiscard={onDiscard} />
        </div>
      ) : (
        <p className={classes.buttons}>
          <Button variant="subtle" onClick={() => setAsking(true)}>
            <Trans>Discard</Trans>
          </Button>
          <Button variant="default" onClick={copy}>
            {isCopied ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}
          </Button>
        </p>
      )}
    </div>
  );
}

/** Whether no form can be opened any more that would go on with it. */
async function isStranded(client: ApolloClient, { purpose, commentId }: BegunText): Promise<boolean> {
  const { data } = await client.query({
    query: CommentStateQuery,
    variables: { id: commentId },
    fetchPolicy: "no-cache",
  });
  if (!data) return false;
  const { comment } = data;
  if (!comment || comment.deleted) return true;
  return purpose === "reply" && (comment.hidden || comment.closed);
}
