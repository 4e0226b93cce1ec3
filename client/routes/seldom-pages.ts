/** The pages that few visits need. They are one step further away: the first page carries no names of their files. */
export const seldomPages = {
  loginLink: () => import("./account/link"),
  confirm: () => import("./account/confirm"),
  changeEmail: () => import("./account/change-email"),
  stopEmailChange: () => import("./account/stop-email-change"),
  stopDigest: () => import("./account/stop-digest"),
  resetPassword: () => import("./account/reset"),
  feedback: () => import("./feedback"),
  notifications: () => import("./account/notifications"),
  moderation: () => import("./account/moderation"),
};
