/** The pages that few visits need, by their files. They are one step further away: the first page carries no names of their files. */
export const seldomPages = {
  "account/link": () => import("./account/link"),
  "account/confirm": () => import("./account/confirm"),
  "account/change-email": () => import("./account/change-email"),
  "account/stop-email-change": () => import("./account/stop-email-change"),
  "account/stop-digest": () => import("./account/stop-digest"),
  "account/reset": () => import("./account/reset"),
  docs: () => import("./docs"),
  "blog/list": () => import("./blog/list"),
  "blog/archive": () => import("./blog/archive"),
  "blog/post": () => import("./blog/post"),
  feedback: () => import("./feedback"),
  "account/notifications": () => import("./account/notifications"),
  "account/moderation": () => import("./account/moderation"),
};
