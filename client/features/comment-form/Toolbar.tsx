import "@github/markdown-toolbar-element";
import { useLingui } from "@lingui/react/macro";
import { Outline } from "../../ui/Icon";
import classes from "./Toolbar.module.css";

/** Lucide's outlines (ISC licence), by what the library calls the format. */
const PATHS = {
  bold: "M6 12h9a4 4 0 0 1 0 8H7a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1h7a4 4 0 0 1 0 8",
  italic: "M19 4h-9M14 20H5M15 4 9 20",
  quote: "M17 6H3M21 12H8M21 18H8M3 12v6",
  code: "M16 18l6-6-6-6M8 6l-6 6 6 6",
  link: "M10 13a5 5 0 0 0 7.54.54l3-3a5 5 0 0 0-7.07-7.07l-1.72 1.71M14 11a5 5 0 0 0-7.54-.54l-3 3a5 5 0 0 0 7.07 7.07l1.71-1.71",
  "unordered-list": "M8 6h13M8 12h13M8 18h13M3 6h.01M3 12h.01M3 18h.01",
};

const FORMATS = Object.keys(PATHS) as (keyof typeof PATHS)[];

/** Writes Markdown around what is selected in a text field. @param fieldId of a `textarea` */
export function Toolbar({ fieldId }: { fieldId: string }) {
  const { t } = useLingui();
  const labels: Record<keyof typeof PATHS, string> = {
    bold: t`Bold`,
    italic: t`Italic`,
    quote: t`Quote`,
    code: t`Code`,
    link: t({ message: "Link", comment: "Formats selected text as a link" }),
    "unordered-list": t`List`,
  };
  return (
    <markdown-toolbar for={fieldId} class={classes.toolbar} aria-label={t`Formatting`}>
      {FORMATS.map((format) => (
        <button
          key={format}
          type="button"
          data-md-button={format}
          tabIndex={-1}
          aria-label={labels[format]}
          title={labels[format]}
        >
          <Outline path={PATHS[format]} size={16} />
        </button>
      ))}
    </markdown-toolbar>
  );
}
