import { pageCatalog } from "../../i18n/page-catalog";

/** The messages of the community's page and of those of prompts. */
export const communityCatalog = pageCatalog("community");
