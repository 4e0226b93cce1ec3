import { useState } from "react";
import type { Prompt } from "../site/prompts";
import { ListView, type ListViewState } from "./ListView";
import { PromptView } from "./PromptView";
import { SettingsView } from "./SettingsView";
import { useDelivery } from "./use-delivery";
import { useTarget } from "./use-target";

type View = { name: "list" } | { name: "settings" } | { name: "prompt"; prompt: Prompt };

/** The list, a prompt, or the settings. The list stays as it was when one comes back. */
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
            show({ name: "prompt", prompt });
          }}
          onSettings={() => show({ name: "settings" })}
        />
      );
    case "prompt":
      return <PromptView prompt={view.prompt} target={target} delivery={delivery} onBack={back} />;
    case "settings":
      return <SettingsView onBack={back} />;
  }
}
