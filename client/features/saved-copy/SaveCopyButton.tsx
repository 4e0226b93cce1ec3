import { Trans } from "@lingui/react/macro";
import { startTransition, useState } from "react";
import { closeMenu } from "../../ui/Disclosure";
import { Outline } from "../../ui/Icon";
import { CopySaver } from "../own-prompt";

const FILE_PLUS = "M15 2H6a2 2 0 0 0-2 2v16a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2V7zM14 2v5h6M9 15h6M12 18v-6";

/** In a menu: saves a copy of a public prompt among the member's own. A visitor signs in first. */
export function SaveCopyButton({ id }: { id: string }) {
  const [isSaving, setSaving] = useState(false);
  const end = () => setSaving(false);
  return (
    <>
      <button
        type="button"
        onClick={(event) => {
          closeMenu(event.currentTarget);
          startTransition(() => setSaving(true));
        }}
      >
        <Outline path={FILE_PLUS} />
        <Trans>Save a copy</Trans>
      </button>
      {isSaving && <CopySaver id={id} onEnd={end} onUnavailable={end} />}
    </>
  );
}
