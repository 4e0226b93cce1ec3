import { Trans } from "@lingui/react/macro";

/** What is said where nothing was found. */
export function NothingFor({ words }: { words: string }) {
  if (words === "") return <Trans>Nothing here yet</Trans>;
  return (
    <Trans>
      Nothing here for{" "}
      <span className="blank" data-state="filled">
        {words}
      </span>
    </Trans>
  );
}
