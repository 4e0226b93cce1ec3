import type { MouseEvent } from "react";
import { useNavigate } from "react-router-dom";
import { useSite } from "../../runtime/SiteProvider";
import { isModifiedClick } from "../../ui/modified-click";
import classes from "./CommentText.module.css";

/** The text of a comment, as HTML from the server. */
export function CommentText({ html }: { html: string }) {
  const followLink = useFollowLink();
  return <div className={classes.text} dir="auto" onClick={followLink} dangerouslySetInnerHTML={{ __html: html }} />;
}

/** Follows links to this site's pages, such as mentions, through the router. */
function useFollowLink() {
  const navigate = useNavigate();
  const { basePath } = useSite();
  return (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    // What a member links to need not be a page; a mention is.
    if (!link || link.rel !== "" || link.origin !== location.origin || isModifiedClick(event)) return;
    event.preventDefault();
    void navigate(link.pathname.slice(basePath.length) + link.search);
  };
}
