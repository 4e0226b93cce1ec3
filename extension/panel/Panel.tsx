import { useEffect, useEffectEvent, useState } from "react";
import { type BlankValues, NO_VALUES } from "../../contract/blanks";
import { type Draft, forgetDraft, readDraft, watchDraft } from "../site/draft";
import type { Prompt } from "../site/prompts";
import { readValues } from "../site/values";
import { DraftView } from "./DraftView";
import { ListView, type ListViewState } from "./ListView";
import { PromptView } from "./PromptView";
import { useSettings } from "./settings";
import { SettingsView } from "./SettingsView";
import { deliverToActiveTab } from "./tab";
import { useDelivery } from "./use-delivery";
import { useTarget } from "./use-target";

type View =
  | { name: "list" }
  | { name: "settings" }
  | { name: "prompt"; prompt: Prompt; values: BlankValues; isNew: boolean }
  | { name: "draft"; draft: Draft };

/** The list, a prompt, a text to save, or the settings. The list stays as it was when one comes back. */
export function Panel() {
  const [view, setView] = useState<View>({ name: "list" });
  const [list, setList] = useState<ListViewState>({ tab: "library", search: "", tags: [], sort: null, chosen: null });
  const [{ site }] = useSettings();
  const delivery = useDelivery(deliverToActiveTab);
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
            void readValues({ site, promptId: prompt.id }).then((values) =>
              show({ name: "prompt", prompt, values, isNew: false }),
            );
          }}
          onSettings={() => show({ name: "settings" })}
        />
      );
    case "prompt":
      return <PromptView {...view} target={target} delivery={delivery} onBack={back} />;
    case "draft":
      return (
        <DraftView
          // Another selection is another draft.
          key={view.draft.id}
          draft={view.draft}
          onSaved={(prompt) => {
            setList({ tab: "mine", search: "", tags: [], sort: null, chosen: prompt.id });
            show({ name: "prompt", prompt, values: NO_VALUES, isNew: true });
          }}
          onBack={() => {
            void forgetDraft();
            back();
          }}
        />
      );
    case "settings":
      return <SettingsView target={target} onBack={back} />;
  }
}
