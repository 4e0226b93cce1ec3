import type { CSSProperties } from "react";
import { tagHue } from "./tag-hue";
import classes from "./TagDot.module.css";

export function TagDot({ slug }: { slug: string }) {
  return <span className={classes.dot} style={{ "--hue": tagHue(slug) } as CSSProperties} aria-hidden="true" />;
}
