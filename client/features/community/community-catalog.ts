import { pageCatalog } from "../../i18n/page-catalog";

/** The messages of the community page. */
export const communityCatalog = pageCatalog("community");
