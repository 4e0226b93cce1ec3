import { type FragmentType } from "@apollo/client";
import { useFragment } from "@apollo/client/react";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import type { Locale } from "../../../contract/locales";
import { graphql } from "../../gql";
import type { PromptCardText_PromptFragment } from "../../gql/graphql";
import { useNotify } from "../../ui/Announcer";
import { useShownLanguage } from "../language";
import { cardVariables } from "./card-variables";
import { useTextBatch } from "./TextBatchProvider";

export const PromptCardText_prompt = graphql(`
  fragment PromptCardText_prompt on Prompt {
    id
    text(locale: $locale) {
      locale
      title
      remark
      excerpt(length: $excerptLength)
      excerptIsWhole(length: $excerptLength)
      hasVariables
    }
  }
`);

interface CardText {
  text: PromptCardText_PromptFragment["text"] | null;
  busy: boolean;
}

/** A card's text in the wanted language; that of the page for as long as the other one is on its way. */
export function useCardText(
  prompt: FragmentType<typeof PromptCardText_prompt> | null,
  id: string,
  wanted: Locale,
  giveUp: (locale: Locale) => void,
): CardText {
  const { t } = useLingui();
  const notify = useNotify();
  const { page } = useShownLanguage();
  const batch = useTextBatch();
  const ours = useFragment({ fragment: PromptCardText_prompt, from: prompt, variables: cardVariables(page) });
  const other = useFragment({ fragment: PromptCardText_prompt, from: prompt, variables: cardVariables(wanted) });
  const [failed, setFailed] = useState<Locale | null>(null);
  const missing = !other.complete && failed !== wanted;

  useEffect(() => {
    if (!missing) return;
    let awaited = true;
    batch.load(id, wanted).catch(() => {
      if (!awaited) return;
      setFailed(wanted);
      giveUp(page);
      notify({ message: t`The text could not be loaded. Try again later.` });
    });
    return () => {
      awaited = false;
    };
  }, [missing, id, wanted, page, batch, giveUp, notify, t]);

  const shown = other.complete ? other : ours;
  return { text: shown.complete ? shown.data.text : null, busy: missing };
}
