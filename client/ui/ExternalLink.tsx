import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { VisuallyHidden } from "./VisuallyHidden";

interface ExternalLinkProps {
  href: string;
  className?: string | undefined;
  /** The accessible name, if the visible content is not enough. */
  name?: string;
  children: ReactNode;
}

/** A link to another site. It opens in a new tab, so that the reader keeps their place here. */
export function ExternalLink({ href, className, name, children }: ExternalLinkProps) {
  return (
    <a className={className} href={href} target="_blank" rel="noopener noreferrer" title={name}>
      {children}
      <VisuallyHidden>
        {" "}
        {name} <Trans>(opens in a new tab)</Trans>
      </VisuallyHidden>
    </a>
  );
}
