import { atMost, limitWords } from "../../platform/rate-limit/limit-words";
import { RATE_LIMITS } from "./account.limits";

const { login, mail, unconfirmedMail, taken, code, connect, password, username, ownMail } = RATE_LIMITS;

/** Mails to an address that is not confirmed, and with it all that sends one. */
const UNCONFIRMED = `While the address is unconfirmed, also ${limitWords(unconfirmedMail.callerReported)} per network address and ${limitWords(unconfirmedMail.pair)} from there to one mailbox.`;

/** What the descriptions of account mutations say of the limits that callers are told about. The silent ones stay silent. */
export const LIMITED = {
  register: atMost("per network address", [taken]),
  login: `${atMost("per network address", [login.address])} From there, ${limitWords(login.pair)} for one name or e-mail address.`,
  mail: `${atMost("per network address", [mail.address])} From there, ${limitWords(mail.pair)} for one name or e-mail address.`,
  code: atMost("per network address", [code]),
  connect: atMost("per network address", [connect]),
  password: atMost("per account", [password]),
  username: `${atMost("per account", [username])} Also ${limitWords(taken)} per network address.`,
  confirmedMail: atMost("per account", [ownMail]),
  ownMail: `${atMost("per account", [ownMail])} ${UNCONFIRMED}`,
  email: `${atMost("per account", [ownMail])} Wrong passwords: ${limitWords(password)}. Also ${limitWords(taken)} per network address. ${UNCONFIRMED}`,
  deletion: `${atMost("per account", [password])} By code, ${limitWords(code)} per account and per network address.`,
} as const;
