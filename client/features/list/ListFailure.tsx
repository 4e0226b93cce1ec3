import { Trans } from "@lingui/react/macro";
import { useRevalidator } from "react-router-dom";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { useRetryOnline } from "../../ui/use-retry-online";
import { FailureWords } from "../failure";
import classes from "./ListFailure.module.css";

/** In place of the cards of a list that could not be loaded. */
export function ListFailure({ error }: { error: unknown }) {
  const { revalidate, state } = useRevalidator();
  const retry = () => void revalidate();
  useRetryOnline(state === "loading" ? null : retry);
  return (
    <div className={classes.failure} role="alert">
      <Icon name="alert" size={22} />
      <p className={classes.title}>
        <Trans>These prompts could not be loaded.</Trans>
      </p>
      <p>
        <FailureWords error={error}>
          <Trans>Check your connection and try again.</Trans>
        </FailureWords>
      </p>
      <Button loading={state === "loading"} onClick={retry}>
        <Trans>Retry</Trans>
      </Button>
    </div>
  );
}
