import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { useAccount } from "../../session/use-signed-in";
import { Disclosure } from "../../ui/Disclosure";
import { Outline } from "../../ui/Icon";
import menu from "../../ui/menu.module.css";
import classes from "./MoreMenu.module.css";
import share from "./ShareMenu.module.css";

const DOTS = "M5 11a1 1 0 1 0 0 2 1 1 0 0 0 0-2ZM12 11a1 1 0 1 0 0 2 1 1 0 0 0 0-2ZM19 11a1 1 0 1 0 0 2 1 1 0 0 0 0-2Z";

interface MoreMenuProps {
  title: string;
  /** Null for a prompt of the library. */
  authorId: string | null;
  /** Items of a list. */
  children: ReactNode;
}

/** What one rarely does with somebody else's prompt. Nothing for its author, who has the owner's bar. */
export function MoreMenu({ title, authorId, children }: MoreMenuProps) {
  const { t } = useLingui();
  const account = useAccount();
  if (authorId !== null && account === authorId) return null;
  return (
    <div className={classes.place} data-needs-script>
      <Disclosure
        className={menu.menu}
        summaryClassName={`${menu.summary} ${share.summary}`}
        name={t`More for “${title}”`}
        label={<Outline path={DOTS} />}
      >
        <ul className={`${menu.list} ${classes.list}`}>{children}</ul>
      </Disclosure>
    </div>
  );
}
