import type { CSSProperties } from "react";
import { tagMark } from "../../../contract/tag-mark";
import classes from "./TagDot.module.css";

/** The mark of a tag: a hue and a shape. */
export function TagDot({ slug }: { slug: string }) {
  const { hue, shape } = tagMark(slug);
  return (
    <span className={classes.dot} data-shape={shape} style={{ "--hue": hue } as CSSProperties} aria-hidden="true" />
  );
}
