import { useEffect } from "react";
import { pageCatalog } from "../../i18n/page-catalog";
import { useSite } from "../../runtime/SiteProvider";
import { Measurement } from "./Measurement";
import { OfflineNote } from "./OfflineNote";

export const catalog = pageCatalog(import.meta.glob("../../locales/*/frame.po"));

/** What the frame needs only once the page is there. */
export default function LateFrame() {
  // Without a connection it could not come any more.
  useEffect(() => void import("../../ui/Notice").catch(() => null), []);
  const { tagManager } = useSite().links;
  return (
    <>
      <OfflineNote />
      {tagManager !== undefined && <Measurement container={tagManager} />}
    </>
  );
}
