import type { DetailedHTMLProps, HTMLAttributes } from "react";

/** React sets the attributes of custom elements as they are: `class`, not `className`. */
type CustomElement = DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> & { class?: string | undefined };

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "markdown-toolbar": CustomElement & { for: string };
      "text-expander": CustomElement & { keys: string };
    }
  }
}
