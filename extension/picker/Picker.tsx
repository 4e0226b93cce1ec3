import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { BlankValues } from "../../contract/blanks";
import { LIMITS } from "../../contract/limits";
import { hasBlanks, plainText } from "../panel/prompt-text";
import { useSettings } from "../panel/settings";
import { useDebounced } from "../panel/use-debounced";
import { useDelivery } from "../panel/use-delivery";
import type { Prompt } from "../site/prompts";
import { readValues } from "../site/values";
import type { PageField } from "./page-field";
import { PickerList, rowId } from "./PickerList";
import { PickerPrompt } from "./PickerPrompt";
import { useFound } from "./use-found";
import { useKeys } from "./use-keys";

/**
 * The prompts for the words behind a slash in a page's field. The focus stays in the field, from which keys come; it moves here to fill in
 * blanks, or when something is pressed.
 */
export function Picker({ field }: { field: PageField }) {
  /** As typed, without the slash. */
  const [search, setSearch] = useState("");
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [opened, setOpened] = useState<{ prompt: Prompt; values: BlankValues } | null>(null);
  const [{ site }] = useSettings();
  const words = useDebounced(search.trim());
  const answer = useFound(words);
  // The rows of earlier words are there while one types.
  const found = { ...answer, isCurrent: answer.isCurrent && words === search.trim() };
  const delivery = useDelivery(field.deliver, () => field.tell({ kind: "done" }));
  const { rows } = found;
  const chosen = rows.find(({ prompt }) => prompt.id === chosenId) ?? rows[0];

  const choose = (step: 1 | -1) => {
    const at = rows.findIndex((row) => row === chosen);
    const next = rows[Math.min(Math.max(at + step, 0), rows.length - 1)];
    if (!next) return;
    delivery.forget();
    setChosenId(next.prompt.id);
    document.getElementById(rowId(next.prompt))?.scrollIntoView({ block: "nearest" });
  };
  const open = (prompt: Prompt) => {
    delivery.forget();
    setChosenId(prompt.id);
    void readValues({ site, promptId: prompt.id }).then((values) => {
      setOpened({ prompt, values });
      field.tell({ kind: "focus", where: "picker" });
    });
  };
  const insert = (prompt: Prompt) => delivery.insert(prompt, plainText(prompt));
  const close = () => field.tell({ kind: "close" });
  const back = () => {
    delivery.forget();
    setOpened(null);
    field.tell({ kind: "focus", where: "field" });
  };
  /** @returns whether the key means something in the list */
  const onListKey = (key: string, isCommand: boolean): boolean => {
    if (key === "ArrowDown" || key === "ArrowUp") choose(key === "ArrowDown" ? 1 : -1);
    else if (key === "Escape") close();
    else if (key === "Enter") {
      if (!chosen || !found.isCurrent) return true;
      if (isCommand || !hasBlanks(chosen.prompt)) insert(chosen.prompt);
      else open(chosen.prompt);
    } else return false;
    return true;
  };

  useKeys((event) => {
    const { key, ctrlKey, metaKey, target } = event;
    // A button has its own Enter.
    if (opened || (key === "Enter" && target instanceof HTMLButtonElement && !ctrlKey && !metaKey)) return;
    if (onListKey(key, ctrlKey || metaKey)) event.preventDefault();
  });

  const onMessage = useEffectEvent((message: Parameters<Parameters<PageField["listen"]>[0]>[0]) => {
    if (message.kind === "command") {
      delivery.forget();
      setChosenId(null);
      setSearch(message.command.slice(1, 1 + LIMITS.searchQuery));
    } else if (!opened) onListKey(message.key, message.isCommand);
  });
  useEffect(() => field.listen((message) => onMessage(message)), [field]);

  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const { current } = box;
    if (!current) return;
    const observer = new ResizeObserver(() => field.tell({ kind: "height", height: current.offsetHeight }));
    observer.observe(current);
    return () => observer.disconnect();
  }, [field]);

  return (
    <main className="picker lamp" ref={box}>
      {opened ? (
        <PickerPrompt {...opened} delivery={delivery} onBack={back} />
      ) : (
        <PickerList
          words={words}
          found={found}
          chosen={chosen}
          delivery={delivery}
          onOpen={open}
          onInsert={insert}
          onClose={close}
        />
      )}
    </main>
  );
}
