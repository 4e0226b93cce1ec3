import { Trans } from "@lingui/react/macro";
import { useRevalidator } from "react-router-dom";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import classes from "./ListFailure.module.css";

/** In place of the cards of a list that could not be loaded. */
export function ListFailure() {
  const { revalidate, state } = useRevalidator();
  return (
    <div className={classes.failure} role="alert">
      <Icon name="alert" size={22} />
      <p className={classes.title}>
        <Trans>These prompts could not be loaded.</Trans>
      </p>
      <p>
        <Trans>Check your connection and try again.</Trans>
      </p>
      <Button loading={state === "loading"} onClick={() => void revalidate()}>
        <Trans>Retry</Trans>
      </Button>
    </div>
  );
}
