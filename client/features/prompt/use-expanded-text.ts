import { useApolloClient } from "@apollo/client/react";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { localeName } from "../../apollo/locale";
import { graphql } from "../../gql";
import { isLocale } from "../../../product.config";
import { useAnnounce } from "../../ui/Announcer";

const PromptContentQuery = graphql(`
  query PromptContent($id: ID!, $locale: Locale!) {
    prompt(id: $id) {
      id
      text(locale: $locale) {
        locale
        content
      }
    }
  }
`);

interface ExpandedText {
  content: string | null;
  expanded: boolean;
  busy: boolean;
  toggle(): Promise<void>;
}

/** The rest of a card's text, fetched when it is asked for. Another language starts folded again. */
export function useExpandedText(id: string, lang: string): ExpandedText {
  const apollo = useApolloClient();
  const announce = useAnnounce();
  const { t } = useLingui();
  const [open, setOpen] = useState<{ lang: string; content: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const expanded = open?.lang === lang;

  const toggle = async () => {
    if (expanded) {
      setOpen(null);
      return;
    }
    if (busy || !isLocale(lang)) return;
    setBusy(true);
    try {
      const { data } = await apollo.query({ query: PromptContentQuery, variables: { id, locale: localeName(lang) } });
      if (!data?.prompt) throw new Error(`Prompt ${id} is gone.`);
      setOpen({ lang, content: data.prompt.text.content });
    } catch {
      announce(t`The text could not be loaded. Try again later.`);
    } finally {
      setBusy(false);
    }
  };
  return { content: expanded ? open.content : null, expanded, busy, toggle };
}
