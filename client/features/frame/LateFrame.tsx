import { useEffect } from "react";
import { pageCatalog } from "../../i18n/page-catalog";
import { OfflineNote } from "./OfflineNote";

export const catalog = pageCatalog(import.meta.glob("../../locales/*/frame.po"));

/** What the frame needs only once the page is there. */
export default function LateFrame() {
  // Without a connection it could not come any more.
  useEffect(() => void import("../../ui/Notice").catch(() => null), []);
  return <OfflineNote />;
}
