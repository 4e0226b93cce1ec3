import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { VisuallyHidden } from "./VisuallyHidden";

interface ExternalLinkProps {
  href: string;
  className?: string | undefined;
  /** The accessible name, where what is seen does not say it. */
  name?: string;
  children: ReactNode;
}

/** A link to another site, in a tab of its own: the reader comes back to where this one was. */
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
