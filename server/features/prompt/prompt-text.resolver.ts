import { Arg, FieldResolver, Int, Resolver, Root } from "type-graphql";
import { CARD_EXCERPT_LENGTH, LIMITS } from "../../../contract/limits";
import { hasVariables, plainPromptText, promptVariables } from "../../../contract/prompt-markup";
import { badInputError } from "../../platform/domain/domain-error";
import { excerptIsWhole, excerptOf } from "./excerpt";
import { EXCERPT_COST, PromptText, PromptVariableType, TEXT_COST } from "./prompt.type";

@Resolver(() => PromptText)
export class PromptTextResolver {
  @FieldResolver(() => String, {
    complexity: TEXT_COST,
    description: "The whole text with each variable shown as `[label]`.",
  })
  plain(@Root() text: PromptText): string {
    text.spend(text.row.content.length);
    return plainPromptText(text.row.content);
  }

  @FieldResolver(() => String, {
    complexity: EXCERPT_COST,
    description:
      "The start of `content`, markup included, cut between words and never within a variable, and then ended by `…`; the whole where it is short enough.",
  })
  excerpt(
    @Root() text: PromptText,
    @Arg("length", () => Int, {
      nullable: true,
      defaultValue: CARD_EXCERPT_LENGTH,
      description: "The most grapheme clusters, 1 to 600 (else BAD_USER_INPUT), the `…` not counted.",
    })
    requested: number | null,
  ): string {
    const excerpt = excerptOf(text.row.content, excerptLength(requested));
    text.spend(excerpt.length);
    return excerpt;
  }

  @FieldResolver(() => Boolean, {
    complexity: EXCERPT_COST,
    description: "Whether the `excerpt` of that length is the whole `content`.",
  })
  excerptIsWhole(
    @Root() text: PromptText,
    @Arg("length", () => Int, {
      nullable: true,
      defaultValue: CARD_EXCERPT_LENGTH,
      description: "As that of `excerpt`.",
    })
    requested: number | null,
  ): boolean {
    return excerptIsWhole(text.row.content, excerptLength(requested));
  }

  @FieldResolver(() => [PromptVariableType], {
    complexity: TEXT_COST,
    description: "The variables in the order of their first use.",
  })
  variables(@Root() text: PromptText): PromptVariableType[] {
    text.spend(text.row.content.length);
    return promptVariables(text.row.content);
  }

  @FieldResolver(() => Boolean, {
    complexity: TEXT_COST,
    description: "Whether it has variables, that is blanks to fill in before using it.",
  })
  hasVariables(@Root() text: PromptText): boolean {
    return hasVariables(text.row.content);
  }
}

function excerptLength(requested: number | null): number {
  const length = requested ?? CARD_EXCERPT_LENGTH;
  if (length < 1 || length > LIMITS.excerpt)
    throw badInputError(`"length" must be between 1 and ${String(LIMITS.excerpt)}.`, "length");
  return length;
}
