import type { CSSProperties } from "react";
import { tagMark } from "../../contract/tag-mark";

/** The mark of a tag: a hue and a shape. */
export function TagDot({ slug }: { slug: string }) {
  const { hue, shape } = tagMark(slug);
  return <i className="dot" data-shape={shape} style={{ "--hue": hue } as CSSProperties} aria-hidden="true" />;
}

/** The first tags of a prompt, as words. */
export function Tags({ tags }: { tags: readonly { slug: string; label: string }[] }) {
  return tags.map(({ slug, label }) => (
    <li key={slug} className="tag">
      <TagDot slug={slug} />
      {label}
    </li>
  ));
}
