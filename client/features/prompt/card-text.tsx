import { CARD_EXCERPT_LENGTH, LIMITS } from "../../../contract/limits";
import type { Locale } from "../../../contract/locales";
import { localeName } from "../../i18n/locale-name";
import type { FragmentType, ApolloClient } from "@apollo/client";
import { useApolloClient } from "@apollo/client/react";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useState, createContext, type ReactNode, useContext, useMemo } from "react";
import { graphql } from "../../gql";
import type { PromptCardText_PromptFragment } from "../../gql/graphql";
import { loadOnDemand } from "../../runtime/load-code";
import { useFragment } from "../../runtime/use-fragment";
import { useNotify } from "../../ui/Announcer";
import { useShownLanguage } from "../language";

/** The variables of a card's fragments. */
export function cardVariables(locale: Locale) {
  return { locale: localeName(locale), excerptLength: CARD_EXCERPT_LENGTH };
}

const PromptCardText_prompt = graphql(`
  fragment PromptCardText_prompt on Prompt {
    id
    text(locale: $locale) {
      locale
      title
      remark
      excerpt(length: $excerptLength)
      excerptIsWhole(length: $excerptLength)
    }
  }
`);

interface CardText {
  text: PromptCardText_PromptFragment["text"] | null;
  busy: boolean;
}

/** A card's text in the wanted language; in the page's language while the other one is loading. */
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
  const pageText = useFragment({ fragment: PromptCardText_prompt, from: prompt, variables: cardVariables(page) });
  const wantedText = useFragment({ fragment: PromptCardText_prompt, from: prompt, variables: cardVariables(wanted) });
  const [failed, setFailed] = useState<Locale | null>(null);
  const missing = !wantedText.complete && failed !== wanted;

  useEffect(() => {
    if (!missing) return;
    let active = true;
    batch.load(id, wanted).catch(() => {
      if (!active) return;
      setFailed(wanted);
      giveUp(page);
      notify({ message: t`The text could not be loaded. Try again later.` });
    });
    return () => {
      active = false;
    };
  }, [missing, id, wanted, page, batch, giveUp, notify, t]);

  const shown = wantedText.complete ? wantedText : pageText;
  return { text: shown.complete ? shown.data.text : null, busy: missing };
}

const TextBatchContext = createContext<TextBatch | null>(null);

export function TextBatchProvider({ children }: { children: ReactNode }) {
  const apollo = useApolloClient();
  const batch = useMemo(() => new TextBatch(apollo), [apollo]);
  return <TextBatchContext value={batch}>{children}</TextBatchContext>;
}

function useTextBatch(): TextBatch {
  const batch = useContext(TextBatchContext);
  if (!batch) throw new Error("useTextBatch needs a TextBatchProvider above it");
  return batch;
}

/** Fetches cards' texts in another language into the cache, batching the requests of one tick. */
class TextBatch {
  private readonly queued = new Map<Locale, Set<string>>();
  private flushing: Promise<void> | undefined;

  constructor(private readonly apollo: ApolloClient) {}

  load(id: string, locale: Locale): Promise<void> {
    this.queued.set(locale, (this.queued.get(locale) ?? new Set()).add(id));
    this.flushing ??= Promise.resolve().then(() => this.flush());
    return this.flushing;
  }

  private async flush(): Promise<void> {
    const batches = [...this.queued].flatMap(([locale, ids]) =>
      chunks([...ids], LIMITS.promptsByIds).map((chunk) => ({ ids: chunk, ...cardVariables(locale) })),
    );
    this.queued.clear();
    this.flushing = undefined;
    const { fetchCardTexts } = await loadOnDemand(() => import("./card-texts"));
    await fetchCardTexts(this.apollo, batches);
  }
}

function chunks<T>(items: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
