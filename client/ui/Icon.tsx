import classes from "./Icon.module.css";

/** Lucide's outlines (ISC licence), only those in use. */
const PATHS = {
  search: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14ZM20 20l-4-4",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2v2M12 20v2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M2 12h2M20 12h2M4.9 19.1l1.4-1.4M17.7 6.3l1.4-1.4",
  moon: "M20.99 12.49A9 9 0 1 1 11.5 3a7 7 0 0 0 9.49 9.49Z",
  contrast: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 18a6 6 0 0 0 0-12v12Z",
  languages: "M5 8l6 6M4 14l6-6 2-3M2 5h12M7 2h1M22 22l-5-10-5 10M14 18h6",
  chevronDown: "M6 9l6 6 6-6",
  arrowUp: "M12 19V5M5 12l7-7 7 7",
  arrowDown: "M12 5v14M5 12l7 7 7-7",
  back: "M19 12H5M12 19l-7-7 7-7",
  forward: "M5 12h14M12 5l7 7-7 7",
  check: "M20 6 9 17l-5-5",
  copy: "M10 8h10a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H10a2 2 0 0 1-2-2V10a2 2 0 0 1 2-2ZM4 16a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h10a2 2 0 0 1 2 2",
  close: "M18 6 6 18M6 6l12 12",
  menu: "M4 6h16M4 12h16M4 18h16",
  user: "M19 21v-2a4 4 0 0 0-4-4H9a4 4 0 0 0-4 4v2M12 3a4 4 0 1 0 0 8 4 4 0 0 0 0-8Z",
  external: "M7 17 17 7M8 7h9v9",
  message: "M2.99 16.34a2 2 0 0 1 .1 1.17l-1.07 3.29a1 1 0 0 0 1.24 1.17l3.41-1a2 2 0 0 1 1.1.09 10 10 0 1 0-4.78-4.72",
  messages:
    "M16 10a2 2 0 0 1-2 2H6.83a2 2 0 0 0-1.42.59l-2.2 2.2A.71.71 0 0 1 2 14.29V4a2 2 0 0 1 2-2h10a2 2 0 0 1 2 2ZM20 9a2 2 0 0 1 2 2v10.29a.71.71 0 0 1-1.21.5l-2.2-2.2a2 2 0 0 0-1.42-.59H10a2 2 0 0 1-2-2v-1",
  source: "m16 18 6-6-6-6M8 6l-6 6 6 6",
  support: "M9 19v-6H5l7-8 7 8h-4v6z",
  previous: "M15 18l-6-6 6-6",
  next: "M9 18l6-6-6-6",
  heart:
    "M19 14c1.49-1.46 3-3.21 3-5.5A5.5 5.5 0 0 0 16.5 3c-1.76 0-3 .5-4.5 2-1.5-1.5-2.74-2-4.5-2A5.5 5.5 0 0 0 2 8.5c0 2.3 1.5 4.05 3 5.5l7 7Z",
  share: "M12 2v13M16 6l-4-4-4 4M4 12v8a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-8",
  lamp: "M15 14c.2-1 .7-1.7 1.5-2.5A5.4 5.4 0 0 0 18 8 6 6 0 0 0 6 8c0 1 .2 2.2 1.5 3.5.8.8 1.3 1.5 1.5 2.5M9 18h6M10 22h4",
  alert: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 8v4M12 16h.01",
} as const;

export type IconName = keyof typeof PATHS;

/** Horizontal arrows are mirrored in right-to-left text. */
const DIRECTIONAL: ReadonlySet<IconName> = new Set(["back", "forward", "external", "previous", "next"]);

export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return <Outline path={PATHS[name]} size={size} directional={DIRECTIONAL.has(name)} />;
}

/** An icon that few pages use: its path belongs to the code of those pages. */
export function Outline({
  path,
  size = 18,
  directional = false,
}: {
  path: string;
  size?: number;
  directional?: boolean;
}) {
  return (
    <svg
      className={classes.icon}
      data-directional={directional || undefined}
      width={`${size / 16}rem`}
      height={`${size / 16}rem`}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      <path d={path} />
    </svg>
  );
}
