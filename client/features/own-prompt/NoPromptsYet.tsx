import { Trans } from "@lingui/react/macro";
import { AddPromptButton } from "./AddPromptButton";
import classes from "./NoPromptsYet.module.css";

/** In place of the list of a member who has no prompts. */
export function NoPromptsYet() {
  return (
    <section className={classes.empty} aria-labelledby="prompts">
      <h2 id="prompts">
        <Trans>No prompts of your own yet</Trans>
      </h2>
      <p>
        <Trans>Add your first one. It stays private until you share it.</Trans>
      </p>
      <AddPromptButton />
    </section>
  );
}
