import type { ReactNode } from "react";
import { Link } from "../../ui/Link";
import { isModifiedClick } from "../../ui/modified-click";
import { useIntendedList, useListAddress } from "./intended-list";
import type { ListState } from "./list-state";

interface ListLinkProps {
  /** From the list that the reader has asked for to the one that the link asks for. */
  change(state: ListState): ListState;
  className?: string | undefined;
  current?: boolean;
  label?: string;
  title?: string;
  children: ReactNode;
}

/** A link that changes the list: with scripts, the list that the reader has asked for last; without, the one on screen. */
export function ListLink({ change, className, current = false, label, title, children }: ListLinkProps) {
  const { intended, ask } = useIntendedList();
  const address = useListAddress();
  return (
    <Link
      className={className}
      to={address(change(intended))}
      aria-current={current ? "true" : undefined}
      aria-label={label}
      title={title}
      onClick={(event) => {
        if (isModifiedClick(event)) return;
        event.preventDefault();
        ask(change);
      }}
    >
      {children}
    </Link>
  );
}
