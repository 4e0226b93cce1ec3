import { useEffect, useEffectEvent, useState } from "react";
import { type Draft, forgetDraft, readDraft, watchDraft } from "../site/draft";
import type { Prompt } from "../site/prompts";
import { DraftView } from "./DraftView";
import { ListView, type ListViewState } from "./ListView";
import { PromptView } from "./PromptView";
import { SettingsView } from "./SettingsView";
import { useDelivery } from "./use-delivery";
import { useTarget } from "./use-target";

type View =
  | { name: "list" }
  | { name: "settings" }
  | { name: "prompt"; prompt: Prompt; isNew: boolean }
  | { name: "draft"; draft: Draft };

/** The list, a prompt, a text to save, or the settings. The list stays as it was when one comes back. */
export function Panel() {
  const [view, setView] = useState<View>({ name: "list" });
  const [list, setList] = useState<ListViewState>({ tab: "library", search: "", tags: [], sort: null, chosen: null });
  const delivery = useDelivery();
  const target = useTarget(delivery.forget);
  const show = (next: View) => {
    delivery.forget();
    setView(next);
  };
  const back = () => show({ name: "list" });
  const showDraft = useEffectEvent((draft: Draft) => show({ name: "draft", draft }));
  useEffect(() => {
    void readDraft().then((draft) => draft && showDraft(draft));
    return watchDraft((draft) => showDraft(draft));
  }, []);

  switch (view.name) {
    case "list":
      return (
        <ListView
          state={list}
          onChange={(change) => setList((state) => ({ ...state, ...change }))}
          target={target}
          delivery={delivery}
          onOpen={(prompt) => {
            setList((state) => ({ ...state, chosen: prompt.id }));
            show({ name: "prompt", prompt, isNew: false });
          }}
          onSettings={() => show({ name: "settings" })}
        />
      );
    case "prompt":
      return <PromptView prompt={view.prompt} isNew={view.isNew} target={target} delivery={delivery} onBack={back} />;
    case "draft":
      return (
        <DraftView
          // Another selection is another draft.
          key={view.draft.id}
          draft={view.draft}
          onSaved={(prompt) => {
            setList({ tab: "mine", search: "", tags: [], sort: null, chosen: prompt.id });
            show({ name: "prompt", prompt, isNew: true });
          }}
          onBack={() => {
            void forgetDraft();
            back();
          }}
        />
      );
    case "settings":
      return <SettingsView onBack={back} />;
  }
}
