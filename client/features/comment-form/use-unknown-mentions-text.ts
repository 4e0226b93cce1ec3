import { useLingui } from "@lingui/react/macro";
import { useSite } from "../../runtime/SiteProvider";

/** Says that nobody is told of some of the names in a comment. @returns a function of these names, at least one */
export function useUnknownMentionsText(): (names: readonly string[]) => string {
  const { t } = useLingui();
  const { locale } = useSite();
  return (unknown) => {
    const names = new Intl.ListFormat(locale, { type: "unit" }).format(unknown.map((name) => `@${name}`));
    return t`Not notified: ${names}. You can mention members who share a prompt or have written a comment that everybody can read.`;
  };
}
