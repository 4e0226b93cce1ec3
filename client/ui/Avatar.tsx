import type { CSSProperties } from "react";
import classes from "./Avatar.module.css";

/** Twice as many as tags have: in a short list of comments, few members share one. */
const HUES = 18;

/** A disc with a member's initials, in a colour of their name. Decorative: the name stands beside it. */
export function Avatar({ name, size = 32 }: { name: string; size?: number }) {
  const hash = [...name].reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973, 7);
  const style = { "--hue": 10 + (hash % HUES) * (360 / HUES), "--size": `${size / 16}rem` } as CSSProperties;
  return (
    <span className={classes.avatar} style={style} aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** One or two letters, as their script writes them: a letter may be several code points. */
function initialsOf(name: string): string {
  const first = (word: string) => segmenter.segment(word)[Symbol.iterator]().next().value?.segment ?? "";
  return name
    .split(/[._-]+/)
    .filter(Boolean)
    .slice(0, 2)
    .map(first)
    .join("")
    .toLocaleUpperCase();
}
