import "@github/text-expander-element";
import type { TextExpanderChangeEvent, TextExpanderResult } from "@github/text-expander-element";
import { useApolloClient } from "@apollo/client/react";
import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useEffect, useRef } from "react";
import { graphql } from "../../gql";
import { authorsOf, readComments, useComments } from "../comment";
import classes from "./MentionField.module.css";

const MentionableUsersQuery = graphql(`
  query MentionableUsers($prefix: String!) {
    mentionableUsers(prefix: $prefix) {
      id
      username
    }
  }
`);

const MOST_OFFERED = 6;
const NOBODY: TextExpanderResult = { matched: false };

type Asked = NonNullable<TextExpanderChangeEvent["detail"]>;
interface Chosen {
  item: HTMLElement;
  /** What takes the place of the "@" and what was typed after it. */
  value: string | null;
}

interface MentionFieldProps {
  /** Called with the whole text when a name was chosen. */
  onInsert(text: string): void;
  /** With a `textarea`. */
  children: ReactNode;
}

/** Offers the names of members after "@": first of those who take part in the discussion. */
export function MentionField({ onInsert, children }: MentionFieldProps) {
  const { t } = useLingui();
  const client = useApolloClient();
  const { promptId, variables } = useComments();
  const element = useRef<HTMLElement>(null);
  const label = t`Members`;
  const find = async (prefix: string): Promise<string[]> => {
    const list = readComments(client.cache, promptId, variables);
    const lower = prefix.toLowerCase();
    const here = list ? authorsOf(list).filter((name) => name.toLowerCase().startsWith(lower)) : [];
    if (prefix === "") return here.slice(0, MOST_OFFERED);
    const { data } = await client.query({ query: MentionableUsersQuery, variables: { prefix } });
    const known = data?.mentionableUsers.map(({ username }) => username) ?? [];
    return [...new Set([...here, ...known])].slice(0, MOST_OFFERED);
  };
  const newest = useRef<Promise<TextExpanderResult>>(null);
  const offer = (prefix: string): Promise<TextExpanderResult> => {
    // Without an answer the name is typed in full.
    const offered = find(prefix).then(
      (names) => menuOf(names, label),
      () => NOBODY,
    );
    newest.current = offered;
    // Answers may come in another order than they were asked for.
    return offered.then((result) => newest.current ?? result);
  };
  const act = useRef({ offer, onInsert });
  useEffect(() => {
    act.current = { offer, onInsert };
  });
  useEffect(() => {
    const expander = element.current;
    if (!expander) return;
    const leaving = new AbortController();
    const listen = <Detail,>(name: string, run: (detail: Detail) => void) =>
      expander.addEventListener(name, (event) => run((event as CustomEvent<Detail>).detail), leaving);
    listen<Asked>("text-expander-change", ({ text, provide }) => provide(act.current.offer(text)));
    listen<Chosen>("text-expander-value", (detail) => {
      detail.value = detail.item.textContent;
    });
    listen<{ input: HTMLTextAreaElement }>("text-expander-committed", ({ input }) => act.current.onInsert(input.value));
    return () => leaving.abort();
  }, []);
  return (
    <text-expander ref={element} keys="@" class={classes.field}>
      {children}
    </text-expander>
  );
}

function menuOf(names: readonly string[], label: string): TextExpanderResult {
  if (names.length === 0) return NOBODY;
  const menu = document.createElement("ul");
  menu.className = classes.menu ?? "";
  menu.setAttribute("role", "listbox");
  menu.setAttribute("aria-label", label);
  menu.append(
    ...names.map((name) => {
      const option = document.createElement("li");
      option.setAttribute("role", "option");
      option.dir = "auto";
      option.textContent = `@${name}`;
      return option;
    }),
  );
  return { matched: true, fragment: menu };
}
