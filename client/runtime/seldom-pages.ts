/** The pages that few visits need. They are one step further away: the first page carries no names of their files. */
export const seldomPages = {
  loginLink: () => import("../routes/account/link"),
  confirm: () => import("../routes/account/confirm"),
  changeEmail: () => import("../routes/account/change-email"),
  stopEmailChange: () => import("../routes/account/stop-email-change"),
  resetPassword: () => import("../routes/account/reset"),
  moderation: () => import("../routes/account/moderation"),
};
