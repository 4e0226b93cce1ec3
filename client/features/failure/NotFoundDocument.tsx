import { type ReactNode, useEffect } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { isMembersPrompt } from "../../../contract/pages";
import { useAccount } from "../../session/use-signed-in";
import { PageLoading } from "../../ui/PageLoading";
import { useHydrated } from "../../ui/use-hydrated";
import classes from "./failure.module.css";

/**
 * The document of what is not found is the same for everyone, also at the address of a private prompt. A member's browser then loads the
 * page as a member: the prompt may be theirs.
 */
export function NotFoundDocument({ children }: { children: ReactNode }) {
  const account = useAccount();
  const hydrated = useHydrated();
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const mayBeOwn = account !== null && isMembersPrompt(pathname);
  useEffect(() => {
    if (mayBeOwn) void navigate({ pathname, search, hash }, { replace: true, preventScrollReset: true });
  }, [mayBeOwn, account, navigate, pathname, search, hash]);
  return (
    <>
      {/* It keeps the page's title. */}
      <div className={hydrated ? undefined : classes.unasked} hidden={mayBeOwn}>
        {children}
      </div>
      {mayBeOwn && <PageLoading />}
    </>
  );
}
