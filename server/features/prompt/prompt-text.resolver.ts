import { Arg, FieldResolver, Int, Resolver, Root } from "type-graphql";
import { CARD_EXCERPT_LENGTH, LIMITS } from "../../../contract/limits";
import { plainPromptText, type PromptVariable, promptVariables } from "../../../contract/prompt-markup";
import { badInputError } from "../../platform/domain/domain-error";
import { excerptIsWhole, excerptOf } from "./excerpt";
import type { PromptTextRow } from "./prompt.row";
import { EXCERPT_COST, PromptText, PromptVariableType, TEXT_COST } from "./prompt.type";

@Resolver(() => PromptText)
export class PromptTextResolver {
  @FieldResolver(() => String, {
    complexity: TEXT_COST,
    description: "The whole text with each variable shown as `[label]`.",
  })
  plain(@Root() text: PromptText): string {
    // Labels are repeated wherever a name occurs: the plain text may be many times as long as the content.
    const { plain } = parsed(text);
    text.spend(plain.length);
    return plain;
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
    return parsed(text).variables;
  }

  @FieldResolver(() => Boolean, {
    complexity: TEXT_COST,
    description: "Whether it has variables, that is blanks to fill in before using it.",
  })
  hasVariables(@Root() text: PromptText): boolean {
    return parsed(text).variables.length > 0;
  }
}

interface ParsedText {
  readonly plain: string;
  readonly variables: PromptVariable[];
}

const parsedTexts = new WeakMap<PromptTextRow, ParsedText>();

/** Parses the content of a row once, however often a request asks for it. */
function parsed({ row, spend }: PromptText): ParsedText {
  const known = parsedTexts.get(row);
  if (known) return known;
  spend(row.content.length);
  const text = { plain: plainPromptText(row.content), variables: promptVariables(row.content) };
  parsedTexts.set(row, text);
  return text;
}

function excerptLength(requested: number | null): number {
  const length = requested ?? CARD_EXCERPT_LENGTH;
  if (length < 1 || length > LIMITS.excerpt)
    throw badInputError(`"length" must be between 1 and ${String(LIMITS.excerpt)}.`, "length");
  return length;
}
