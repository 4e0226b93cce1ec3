import { Outline } from "../../ui/Icon";
import { Link } from "../../ui/Link";
import classes from "./DocTiles.module.css";

/** By the end of the address. Lucide's outlines (ISC licence). */
const ICONS: Readonly<Record<string, string>> = {
  "guides/getting-started": "M5 3l14 9-14 9z",
  "guides/interface":
    "M4 4h16a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2ZM2 9h20M6 6.5h.01M9 6.5h.01",
  "guides/login-user": "M19 21v-2a4 4 0 0 0-4-4H9a4 4 0 0 0-4 4v2M12 3a4 4 0 1 0 0 8 4 4 0 0 0 0-8Z",
  "guides/community":
    "M16 21v-2a4 4 0 0 0-4-4H6a4 4 0 0 0-4 4v2M9 3a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM22 21v-2a4 4 0 0 0-3-3.87M16 3.13a4 4 0 0 1 0 7.75",
  "guides/faq": "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM9.2 9.2a2.9 2.9 0 0 1 5.6 1c0 1.9-2.8 2.8-2.8 2.8M12 16.5h.01",
  deploy: "M3 4h18v6H3zM3 14h18v6H3zM7 7h.01M7 17h.01",
  "integrators/graphql-api":
    "M8 3H7a2 2 0 0 0-2 2v5a2 2 0 0 1-2 2 2 2 0 0 1 2 2v5c0 1.1.9 2 2 2h1M16 21h1a2 2 0 0 0 2-2v-5c0-1.1.9-2 2-2a2 2 0 0 1-2-2V5a2 2 0 0 0-2-2h-1",
  "integrators/agents":
    "M12 8V4H8M6 8h12a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2ZM2 14h2M20 14h2M15 13v2M9 13v2",
  "integrators/import-export": "M8 3 4 7l4 4M4 7h16M16 21l4-4-4-4M20 17H4",
  blog: "M4 11a9 9 0 0 1 9 9M4 4a16 16 0 0 1 16 16M5 20a1 1 0 1 0 0-2 1 1 0 0 0 0 2",
};
const PAGE = "M14 2H6a2 2 0 0 0-2 2v16a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2V8zM14 2v6h6M16 13H8M16 17H8M10 9H8";

export interface Tile {
  /** Names its icon. */
  path: string;
  /** With the language. */
  to: string;
  title: string;
  description: string;
}

/** Pages with what they are about. */
export function DocTiles({ tiles }: { tiles: readonly Tile[] }) {
  return (
    <ul className={classes.tiles}>
      {tiles.map(({ path, to, title, description }) => (
        <li key={to}>
          <Link to={to} data-on-intent>
            <Outline path={ICONS[path] ?? PAGE} />
            <b>{title}</b>
            <span>{description}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
