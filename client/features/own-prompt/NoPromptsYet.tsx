import { Trans } from "@lingui/react/macro";
import { EmptyPanel } from "../../ui/EmptyPanel";
import { AddPromptButton } from "./AddPromptButton";

/** In place of the list of a member who has no prompts. */
export function NoPromptsYet() {
  return (
    <EmptyPanel id="prompts" title={<Trans>No prompts of your own yet</Trans>} action={<AddPromptButton />}>
      <Trans>Add your first one. It stays private until you share it.</Trans>
    </EmptyPanel>
  );
}
