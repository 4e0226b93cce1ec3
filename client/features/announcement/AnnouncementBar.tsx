import { useLingui } from "@lingui/react/macro";
import { IconButton } from "../../ui/Button";
import { useSite } from "../../runtime/SiteProvider";
import { Icon } from "../../ui/Icon";
import { writeStored } from "../../ui/local-storage";
import { DISMISSED_KEY, hidingRule } from "./dismissal";
import classes from "./AnnouncementBar.module.css";

/** The site owner's announcement, until the reader dismisses it. A new id shows it again. */
export function AnnouncementBar() {
  const { t } = useLingui();
  const { announcement } = useSite().links;
  if (!announcement) return null;
  const { id, text, href } = announcement;
  const dismiss = () => {
    writeStored(DISMISSED_KEY, id);
    document.documentElement.dataset["dismissed"] = id;
    // The button is gone: move the focus to the page.
    document.getElementById("main")?.focus({ preventScroll: true });
  };
  return (
    <aside className={classes.bar} data-announcement={id} aria-label={t`Announcement`}>
      <style>{hidingRule(id)}</style>
      <p dir="auto">{href ? <a href={href}>{text}</a> : text}</p>
      <IconButton aria-label={t`Dismiss`} data-needs-script onClick={dismiss}>
        <Icon name="close" size={16} />
      </IconButton>
    </aside>
  );
}
