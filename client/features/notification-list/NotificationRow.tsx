import { Trans, useLingui } from "@lingui/react/macro";
import { commentPath } from "../../../contract/comments";
import { localeOf } from "../../i18n/locale-name";
import { useLocalePath } from "../../runtime/SiteProvider";
import { Link } from "../../ui/Link";
import { Avatar } from "../../ui/Avatar";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { VisuallyHidden } from "../../ui/VisuallyHidden";
import { Decision } from "../moderation";
import { TimeAgo } from "../time";
import classes from "./NotificationList.module.css";
import { plainWords } from "./plain-words";
import type { NotificationData } from "./use-notifications";

interface NotificationRowProps {
  notification: NotificationData;
  onRead(): void;
}

/** One thing that the member is told. */
export function NotificationRow({ notification, onRead }: NotificationRowProps) {
  const { t } = useLingui();
  const { comment, act, createdAt, read } = notification;
  return (
    <article className={classes.row}>
      {comment ? (
        <Avatar name={comment.author?.username ?? "?"} size={32} />
      ) : (
        <span className={classes.moderators}>
          <Icon name="alert" />
        </span>
      )}
      <div className={classes.body}>
        {!read && (
          <span className={classes.dot}>
            <VisuallyHidden>{t`Unread`}</VisuallyHidden>
          </span>
        )}
        {comment ? <CommentLine notification={notification} comment={comment} onRead={onRead} /> : null}
        {act && <Decision act={act} />}
        <p className={classes.meta}>
          <TimeAgo at={createdAt} />
          {!read && (
            <Button variant="subtle" onClick={onRead}>
              <Trans>Mark as read</Trans>
            </Button>
          )}
        </p>
      </div>
    </article>
  );
}

type Comment = NonNullable<NotificationData["comment"]>;

function CommentLine({ notification: { kind, read }, comment, onRead }: NotificationRowProps & { comment: Comment }) {
  const path = useLocalePath();
  const { id, promptId, prompt, body, author } = comment;
  const name = author ? <bdi>{author.username}</bdi> : <Trans>Deleted account</Trans>;
  return (
    <>
      <Link className={classes.what} to={path(commentPath(promptId, id))} onClick={() => !read && onRead()}>
        {kind === "REPLY" ? (
          <Trans>{name} answered your comment</Trans>
        ) : kind === "COMMENT" ? (
          <Trans>{name} commented on your prompt</Trans>
        ) : (
          <Trans>{name} mentioned you</Trans>
        )}
      </Link>
      <p className={classes.where}>
        {prompt ? (
          <span lang={localeOf(prompt.text.locale)} dir="auto">
            {prompt.text.title}
          </span>
        ) : (
          <Trans>Feedback</Trans>
        )}
      </p>
      <p className={classes.words} dir="auto">
        {plainWords(body)}
      </p>
    </>
  );
}
