import { useLingui } from "@lingui/react/macro";
import { type ComponentType, useState } from "react";
import { reloadAfterRelease } from "../new-release";
import { useAnnounce } from "./Announcer";

interface OnDemand<Props> {
  /** Null until its code is there. */
  Component: ComponentType<Props> | null;
  /** Loads the code; resolves to false when it did not come, which the reader has been told then. */
  want(): Promise<boolean>;
}

/**
 * A component whose code comes when it is first wanted: dialogs, drawers, menus. Unlike with `lazy`, a load that fails leaves the
 * page standing and can be tried again.
 */
export function useOnDemand<Props>(load: () => Promise<ComponentType<Props>>): OnDemand<Props> {
  const { t } = useLingui();
  const announce = useAnnounce();
  const [Component, setComponent] = useState<ComponentType<Props> | null>(null);
  const want = async () => {
    if (Component) return true;
    try {
      const loaded = await load();
      setComponent(() => loaded);
      return true;
    } catch {
      if (!(await reloadAfterRelease(location.href))) announce(t`This could not be loaded. Try again later.`);
      return false;
    }
  };
  return { Component, want };
}
