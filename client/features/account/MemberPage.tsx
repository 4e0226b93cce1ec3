import type { ReactNode } from "react";
import type { Action } from "../../forms/failure-text";
import { LoadFailure } from "../../forms/LoadFailure";
import type { ViewerState } from "../../session/viewer";
import { AccountFrame, AccountHome, AccountHomeLoading } from "./AccountHome";
import type { AccountView } from "./AccountNav";
import { LogInFirst } from "./LogInFirst";

interface MemberPageProps {
  view: AccountView;
  title: string;
  /** Asks a visitor to log in. */
  lead: ReactNode;
  viewer: ViewerState;
  /** What failed if the member could not be loaded. */
  action: Action;
  /** In place of the children while it is not known whose account it is. */
  loading: ReactNode;
  children: ReactNode;
}

/** A page of the member's own. The server renders it the same for everyone; the browser adds the account. */
export function MemberPage({ view, title, lead, viewer: state, action, loading, children }: MemberPageProps) {
  const { viewer, error, retry } = state;
  if (viewer === null && !error) return <LogInFirst title={title} lead={lead} />;
  return (
    <AccountFrame title={title} headingFor={viewer ? "nobody" : error ? "everyone" : "visitors"}>
      {viewer ? (
        // The key hides from the next member what the last one was typing.
        <AccountHome key={viewer.user.id} view={view} username={viewer.user.username}>
          {children}
        </AccountHome>
      ) : error ? (
        <LoadFailure error={error} action={action} onRetry={retry} />
      ) : (
        <AccountHomeLoading view={view} title={title}>
          {loading}
        </AccountHomeLoading>
      )}
    </AccountFrame>
  );
}
