import { CARD_EXCERPT_LENGTH, LIMITS } from "../../../contract/limits";
import type { Locale } from "../../../contract/locales";
import { localeName } from "../../i18n/locale-name";
import type { FragmentType, ApolloClient } from "@apollo/client";
import { useFragment, useApolloClient } from "@apollo/client/react";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useState, createContext, type ReactNode, useContext, useMemo } from "react";
import { graphql } from "../../gql";
import type { PromptCardText_PromptFragment } from "../../gql/graphql";
import { useNotify } from "../../ui/Announcer";
import { useShownLanguage } from "../language";

/** Their letters are twice as wide and say more: a shorter excerpt fills the same lines. */
const DENSE: ReadonlySet<Locale> = new Set(["zh", "ja", "ko"]);
const DENSE_SHARE = 0.55;

/** The variables of a card's fragments in a language. */
export function cardVariables(locale: Locale) {
  const excerptLength = DENSE.has(locale) ? Math.round(CARD_EXCERPT_LENGTH * DENSE_SHARE) : CARD_EXCERPT_LENGTH;
  return { locale: localeName(locale), excerptLength };
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

const PromptCardTextsQuery = graphql(`
  query PromptCardTexts($ids: [ID!]!, $locale: Locale!, $excerptLength: Int!) {
    promptsByIds(ids: $ids) {
      id
      ...PromptCardText_prompt
    }
  }
`);

/** Fetches the cards' texts in another language into the cache: what cards ask for in one turn goes in one request. */
class TextBatch {
  private readonly waiting = new Map<Locale, Set<string>>();
  private flushing: Promise<void> | undefined;

  constructor(private readonly apollo: ApolloClient) {}

  load(id: string, locale: Locale): Promise<void> {
    this.waiting.set(locale, (this.waiting.get(locale) ?? new Set()).add(id));
    this.flushing ??= Promise.resolve().then(() => this.flush());
    return this.flushing;
  }

  private async flush(): Promise<void> {
    const batches = [...this.waiting].flatMap(([locale, ids]) =>
      chunks([...ids], LIMITS.promptsByIds).map((chunk) => ({ ids: chunk, ...cardVariables(locale) })),
    );
    this.waiting.clear();
    this.flushing = undefined;
    await Promise.all(batches.map((variables) => this.apollo.query({ query: PromptCardTextsQuery, variables })));
  }
}

function chunks<T>(items: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
