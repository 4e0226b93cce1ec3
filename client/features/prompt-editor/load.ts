import type { I18n } from "@lingui/core";
import type { ComponentType } from "react";
import { accountCatalog } from "../account";
import type { PromptEditorProps } from "./editor-props";

/** Loads the editor together with its messages, which the first page does not include. */
export async function loadPromptEditor(i18n: I18n): Promise<ComponentType<PromptEditorProps>> {
  const [{ PromptEditor }] = await Promise.all([import("./PromptEditor"), accountCatalog.add(i18n)]);
  return PromptEditor;
}
