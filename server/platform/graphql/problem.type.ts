import { Field, Int, ObjectType, registerEnumType } from "type-graphql";
import { type Problem, ProblemCode } from "../domain/problem";
import { Access } from "./access";

registerEnumType(ProblemCode, {
  name: "ProblemCode",
  description: "What is wrong with an input, for a client to word in its own language.",
  valuesConfig: {
    REQUIRED: { description: "The field is missing or blank." },
    TOO_LONG: {
      description:
        "The field is longer than `limit`, counted in grapheme clusters; a password in code points. What is far too long is refused before it is counted; `limit` is in UTF-16 code units then.",
    },
    TOO_SHORT: { description: "The field is shorter than `limit`, counted likewise." },
    TOO_MANY: {
      description:
        "There are `limit` of these already, and no more may be made; or a list has more entries than `limit`.",
    },
    INVALID_CHARACTERS: {
      description:
        "The field has characters that no text may have: NUL, half a surrogate pair, or more than 30 combining marks in a row.",
    },
    INVALID_EMAIL: { description: "Not an e-mail address." },
    INVALID_USERNAME: {
      description:
        "A username has letters and digits of any script, `_`, `-` and one dot between letters or digits, and no mixture of scripts that could pass for another name.",
    },
    PASSWORDS_DIFFER: { description: "The password and its repetition are not the same." },
    PASSWORD_TOO_COMMON: {
      description: "One of the passwords that are tried first, or the account's own name or address.",
    },
    TERMS_NOT_ACCEPTED: { description: "Terms of service and privacy policy must be agreed to." },
    USERNAME_TAKEN: { description: "Somebody has this username, or one that readers would take for it." },
    EMAIL_TAKEN: { description: "Somebody has registered with this address." },
    INVALID_CREDENTIALS: { description: "No account has this name or address with this password." },
    WRONG_PASSWORD: { description: "Not the current password of this account." },
    INVALID_OR_EXPIRED_CODE: {
      description: "The code is wrong, was used before, is too old, or a newer one was sent.",
    },
    UNKNOWN_TAG: { description: "There is no such tag, or members may not use it." },
    CANNOT_VOTE_OWN: { description: "The prompt is the viewer's own." },
    CANNOT_REPORT_OWN: { description: "The prompt is the viewer's own." },
    CANNOT_MODERATE_OWN: { description: "Moderators do not decide about themselves." },
    CANNOT_MODERATE_MODERATOR: { description: "The account is a moderator's." },
    PARENT_GONE: { description: "The comment that is answered is deleted or hidden." },
    THREAD_CLOSED: { description: "Moderators have closed the thread." },
    ACCOUNT_CLOSED: { description: "Moderators have closed the account. Said only to who knows its password." },
    CONFLICT: {
      description: "It has changed since the caller read it. Nothing was written; read it again to see both versions.",
    },
    DUPLICATE: {
      description:
        "It is there already, and nothing was written. Of a prompt: another public prompt has the same text in one of its languages, whatever its white space; `duplicateOf` names it. Of a comment: the account has posted the same text within a day.",
    },
  },
});

@Access("public")
@ObjectType("Problem", {
  simpleResolvers: true,
  description: "One thing that a person can put right. The payload's data is null then.",
})
export class ProblemType implements Problem {
  @Field(() => ProblemCode, { description: "What is wrong." })
  code!: ProblemCode;

  @Field(() => String, {
    nullable: true,
    description: "The input field, as a dotted path; null where it is none in particular.",
  })
  field!: string | null;

  @Field(() => Int, { nullable: true, description: "The limit that was passed, where there is one." })
  limit!: number | null;
}
