import { it } from "vitest";
import { SETTINGS_PATH } from "../contract/pages";
import { expectNoViolationsOn, LOCALES_TO_CHECK } from "./axe";

const PAGES = {
  "logging in": "/user/auth",
  registering: "/user/auth?view=register",
  "a new password": "/reset-password",
  "the prompts of a visitor": "/user/",
  "the favourites of a visitor": "/user/favorite",
  "the notifications of a visitor": "/user/notifications",
  "the link that stops the daily mail": "/user/stop-digest#code",
  "the account of a visitor": SETTINGS_PATH,
  "the link that confirms an address": "/user/confirm#code",
  "the link that changes an address": "/user/change-email#code",
  "the link that stops a change": "/user/stop-email-change#code",
  "what connects the extension": `/user/connect?challenge=${"c".repeat(43)}`,
  "what connects the extension, without a challenge": "/user/connect",
};

it.each(LOCALES_TO_CHECK)("in %s no page of the account has axe violations for a visitor", async (locale) => {
  await expectNoViolationsOn(PAGES, locale);
});
