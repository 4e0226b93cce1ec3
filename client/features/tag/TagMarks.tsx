import { useLingui } from "@lingui/react/macro";
import { TagDot } from "./TagDot";
import classes from "./TagMarks.module.css";

/** Tags by name and mark, which lead nowhere. */
export function TagMarks({ tags }: { tags: readonly { slug: string; label: string }[] }) {
  const { t } = useLingui();
  if (tags.length === 0) return null;
  return (
    <ul className={classes.tags} aria-label={t`Tags`}>
      {tags.map(({ slug, label }) => (
        <li key={slug}>
          <TagDot slug={slug} />
          {label}
        </li>
      ))}
    </ul>
  );
}
