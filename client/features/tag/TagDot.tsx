import type { CSSProperties } from "react";
import classes from "./TagDot.module.css";

export function TagDot({ slug }: { slug: string }) {
  return <span className={classes.dot} style={{ "--hue": tagHue(slug) } as CSSProperties} aria-hidden="true" />;
}

/** A fixed OKLCH hue for each tag, in degrees. The colour scheme sets the lightness. */
const HUES: Readonly<Record<string, number>> = {
  favorite: 15,
  write: 70,
  article: 55,
  code: 255,
  ai: 305,
  living: 130,
  interesting: 95,
  life: 150,
  social: 340,
  philosophy: 285,
  mind: 215,
  pedagogy: 162,
  academic: 85,
  games: 325,
  tool: 235,
  interpreter: 268,
  language: 350,
  speech: 25,
  comments: 40,
  text: 195,
  company: 243,
  seo: 118,
  doctor: 5,
  finance: 142,
  music: 315,
  professional: 205,
  contribute: 175,
};

/** Tags that are not in the table get a hue from the hash of their slug. */
function tagHue(slug: string): number {
  const hue = HUES[slug];
  if (hue !== undefined) return hue;
  return [...slug].reduce((hash, char) => (hash * 31 + (char.codePointAt(0) ?? 0)) % 360, 7);
}
