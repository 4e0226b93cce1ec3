import { useApolloClient } from "@apollo/client/react";
import { Trans, useLingui } from "@lingui/react/macro";
import { useAct } from "../../forms/use-act";
import { clearKeptData } from "../../runtime/clear-kept-data";
import { useSite } from "../../runtime/SiteProvider";
import { Button } from "../../ui/Button";
import { marksOf } from "../marks";
import classes from "./ClearCache.module.css";

/** Drops what the browser keeps of the site, and asks for it anew. What was typed, and settings of the device, stay. */
export function ClearCache() {
  const { t } = useLingui();
  const client = useApolloClient();
  const { session } = useSite();
  const act = useAct("clear-cache");
  const clear = async () => {
    await clearKeptData(client);
    const { favorite, vote } = marksOf(session);
    await Promise.all([favorite.reload(), vote.reload()]);
  };
  return (
    <div className={classes.row}>
      <h3>
        <Trans>This browser</Trans>
      </h3>
      <p>
        <Trans>
          Clear what this browser keeps of the site and load your favourites and prompts again, as they are on your
          other devices. Drafts and what you have filled in stay.
        </Trans>
      </p>
      <Button variant="default" className={classes.act} onClick={() => act(clear, t`Cache cleared`)}>
        <Trans>Clear cache</Trans>
      </Button>
    </div>
  );
}
