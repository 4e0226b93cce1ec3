import { Trans } from "@lingui/react/macro";
import { SETTINGS_PATH } from "../../../contract/pages";
import { useLocalePath } from "../../runtime/SiteProvider";
import { EmptyPanel } from "../../ui/EmptyPanel";
import { Link } from "../../ui/Link";
import { AddPromptButton } from "./AddPromptButton";
import classes from "./OwnPromptList.module.css";

/** In place of the list of a member who has no prompts. */
export function NoPromptsYet() {
  const path = useLocalePath();
  return (
    <EmptyPanel
      id="prompts"
      title={<Trans>No prompts of your own yet</Trans>}
      action={
        <>
          <AddPromptButton />
          <Link className={classes.import} to={`${path(SETTINGS_PATH)}#data`}>
            <Trans>Import prompts from a file</Trans>
          </Link>
        </>
      }
    >
      <Trans>Add your first one. It stays private until you share it.</Trans>
    </EmptyPanel>
  );
}
