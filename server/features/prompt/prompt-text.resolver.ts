import { Arg, FieldResolver, Int, Resolver, Root } from "type-graphql";
import { CARD_EXCERPT_LENGTH, LIMITS } from "../../../contract/limits";
import { plainPromptText, type PromptVariable, promptVariables } from "../../../contract/prompt-markup";
import { badInputError } from "../../platform/domain/domain-error";
import { excerptIsWhole, excerptOf } from "./excerpt";
import type { TextBodyRow } from "./prompt.row";
import { EXCERPT_COST, PromptText, PromptVariableType, TEXT_COST } from "./prompt.type";

@Resolver(() => PromptText)
export class PromptTextResolver {
  @FieldResolver(() => String, {
    complexity: TEXT_COST,
    description: "The whole text with each variable shown as `[label]`.",
  })
  async plain(@Root() text: PromptText): Promise<string> {
    const { plain } = parsed(await text.body(), text.spend);
    // Labels are repeated wherever a name occurs: the plain text may be many times as long as the content.
    text.spend(plain.length);
    return plain;
  }

  @FieldResolver(() => String, {
    complexity: EXCERPT_COST,
    description:
      "The start of `content`, markup included, cut between words and never within a variable, and then ended by `…`; the whole where it is short enough.",
  })
  async excerpt(
    @Root() text: PromptText,
    @Arg("length", () => Int, {
      nullable: true,
      defaultValue: CARD_EXCERPT_LENGTH,
      description: "The most grapheme clusters, 1 to 600 (else BAD_USER_INPUT), the `…` not counted.",
    })
    requested: number | null,
  ): Promise<string> {
    const length = excerptLength(requested);
    const excerpt = excerptOf((await text.body()).content, length, text);
    text.spend(excerpt.length);
    return excerpt;
  }

  @FieldResolver(() => Boolean, {
    complexity: EXCERPT_COST,
    description: "Whether the `excerpt` of that length is the whole `content`.",
  })
  async excerptIsWhole(
    @Root() text: PromptText,
    @Arg("length", () => Int, {
      nullable: true,
      defaultValue: CARD_EXCERPT_LENGTH,
      description: "As that of `excerpt`.",
    })
    requested: number | null,
  ): Promise<boolean> {
    const length = excerptLength(requested);
    return excerptIsWhole((await text.body()).content, length, text);
  }

  @FieldResolver(() => [PromptVariableType], {
    complexity: TEXT_COST,
    description: "The variables in the order of their first use.",
  })
  async variables(@Root() text: PromptText): Promise<PromptVariableType[]> {
    const { variables } = parsed(await text.body(), text.spend);
    text.spend(variables.reduce((sum, variable) => sum + lengthOf(variable), 0));
    return variables;
  }

  @FieldResolver(() => Boolean, {
    complexity: TEXT_COST,
    description: "Whether it has variables, that is blanks to fill in before using it.",
  })
  async hasVariables(@Root() text: PromptText): Promise<boolean> {
    return parsed(await text.body(), text.spend).variables.length > 0;
  }
}

/** What the markup of a text says, found when it is asked for. */
class ParsedText {
  private knownPlain?: string;
  private knownVariables?: PromptVariable[];

  constructor(private readonly content: string) {}

  get plain(): string {
    return (this.knownPlain ??= plainPromptText(this.content));
  }

  get variables(): PromptVariable[] {
    return (this.knownVariables ??= promptVariables(this.content));
  }
}

const parsedTexts = new WeakMap<TextBodyRow, ParsedText>();

/** Of the text budget, for each pair of opening braces, which takes as long to parse as returning so many code units. */
const BRACES_LENGTH = 100;

/** Parses a stored text once a request, however often it asks for it, and spends for it beforehand. */
function parsed(body: TextBodyRow, spend: (length: number) => void): ParsedText {
  const known = parsedTexts.get(body);
  if (known) return known;
  spend((body.content.split("{{").length - 1) * BRACES_LENGTH);
  const text = new ParsedText(body.content);
  parsedTexts.set(body, text);
  return text;
}

/**
 * Of the text budget. A variable takes as long to return as some hundred code units, and the query cost assumes that a text has
 * a few, not 200: a request gets 8,000 at most.
 */
const VARIABLE_LENGTH = 250;

function lengthOf({ name, label, default: value }: PromptVariable): number {
  return VARIABLE_LENGTH + name.length + label.length + (value?.length ?? 0);
}

function excerptLength(requested: number | null): number {
  const length = requested ?? CARD_EXCERPT_LENGTH;
  if (length < 1 || length > LIMITS.excerpt)
    throw badInputError(`"length" must be between 1 and ${String(LIMITS.excerpt)}.`, "length");
  return length;
}
