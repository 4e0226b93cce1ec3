import { atMost, limitWords } from "../../platform/rate-limit/limit-words";
import { RATE_LIMITS } from "./account.limits";

const { login, mail, unconfirmedMail, taken, code, password, username, ownMail } = RATE_LIMITS;

/** What the descriptions of account mutations say of the limits that callers are told about. The silent ones stay silent. */
export const LIMITED = {
  register: `${atMost("per network address", [unconfirmedMail.callerReported])} The same past ${limitWords(unconfirmedMail.pair)} for one mailbox.`,
  login: `${atMost("per network address", [login.address])} The same past ${limitWords(login.pair)} for one account.`,
  mail: `${atMost("per network address", [mail.address])} The same past ${limitWords(mail.pair)} for one account.`,
  code: atMost("per network address", [code]),
  password: atMost("per account", [password]),
  username: `${atMost("per account", [username])} The same past ${limitWords(taken)} per network address.`,
  ownMail: atMost("per account", [ownMail]),
  email: `${atMost("per account", [ownMail])} The same past ${limitWords(password)} for wrong passwords, and ${limitWords(taken)} per network address.`,
} as const;
