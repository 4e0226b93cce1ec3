import type { ReactNode } from "react";
import { AccountPage } from "./AccountPage";
import { AuthLink, JoinOrLogIn } from "./AuthLinks";

/** A page for members, as a visitor sees it: it asks them to log in, and brings them back. */
export function LogInFirst({ title, lead }: { title: string; lead: ReactNode }) {
  return (
    <AccountPage
      title={title}
      lead={lead}
      foot={
        <>
          <AuthLink view="link" />
          <JoinOrLogIn view="register" />
        </>
      }
    >
      <AuthLink view="password" primary />
    </AccountPage>
  );
}
