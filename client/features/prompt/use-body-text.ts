import { type FragmentType } from "@apollo/client";
import { useApolloClient } from "@apollo/client/react";
import { useLingui } from "@lingui/react/macro";
import { useEffect } from "react";
import type { Locale } from "../../../contract/locales";
import { localeName } from "../../i18n/locale-name";
import { graphql } from "../../gql";
import type { PromptBodyText_PromptFragment } from "../../gql/graphql";
import { useFragment } from "../../runtime/use-fragment";
import { useNotify } from "../../ui/Announcer";
import { useShownLanguage } from "../language";

const PromptBodyText_prompt = graphql(`
  fragment PromptBodyText_prompt on Prompt {
    id
    text(locale: $locale) {
      locale
      title
      remark
      notes
      content
    }
  }
`);

const PromptBodyTextQuery = graphql(`
  query PromptBodyText($id: ID!, $locale: Locale!) {
    prompt(id: $id) {
      id
      ...PromptBodyText_prompt
    }
  }
`);

interface BodyText {
  text: PromptBodyText_PromptFragment["text"] | null;
  busy: boolean;
}

/** The whole text in the wanted language; in the page's language while the other one is loading. */
export function useBodyText(
  prompt: FragmentType<typeof PromptBodyText_prompt> | null,
  id: string,
  wanted: Locale,
  show: (locale: Locale) => void,
): BodyText {
  const { t } = useLingui();
  const notify = useNotify();
  const apollo = useApolloClient();
  const { page } = useShownLanguage();
  const from = { fragment: PromptBodyText_prompt, from: prompt };
  const pageText = useFragment({ ...from, variables: { locale: localeName(page) } });
  const wantedText = useFragment({ ...from, variables: { locale: localeName(wanted) } });
  const missing = !wantedText.complete && wanted !== page;

  useEffect(() => {
    if (!missing) return;
    let active = true;
    apollo.query({ query: PromptBodyTextQuery, variables: { id, locale: localeName(wanted) } }).catch(() => {
      if (!active) return;
      show(page);
      notify({ message: t`The text could not be loaded. Try again later.` });
    });
    return () => {
      active = false;
    };
  }, [missing, apollo, id, wanted, page, show, notify, t]);

  const shown = wantedText.complete ? wantedText : pageText;
  return { text: shown.complete ? shown.data.text : null, busy: missing };
}
