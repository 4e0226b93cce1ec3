import { accountMessages } from "../../i18n/account-messages";
import { lazyPart } from "../../runtime/lazy-part";

export const OwnFavorites = lazyPart(async () => (await import("./OwnFavorites")).OwnFavorites, accountMessages);
