import { ArgsType, Field, ID, ObjectType, registerEnumType } from "type-graphql";
import { Access } from "../../platform/graphql/access";
import { TextCaps } from "../../platform/graphql/text-caps";
import type { LiveEvent as Told } from "../../platform/live/live-feed";

const LiveEventKind = {
  COMMENT_ADDED: "COMMENT_ADDED",
  COMMENT_REMOVED: "COMMENT_REMOVED",
  NOTIFICATIONS_CHANGED: "NOTIFICATIONS_CHANGED",
  EVENTS_MISSED: "EVENTS_MISSED",
} as const satisfies Record<Told["kind"], Told["kind"]>;

registerEnumType(LiveEventKind, {
  name: "LiveEventKind",
  description: "What has happened.",
  valuesConfig: {
    COMMENT_ADDED: { description: "Somebody else has posted a comment or a reply." },
    COMMENT_REMOVED: { description: "One was deleted or hidden." },
    NOTIFICATIONS_CHANGED: {
      description: "What the viewer is told has changed: something came, vanished, or was read elsewhere.",
    },
    EVENTS_MISSED: { description: "Anything of that may have happened meanwhile: ask for it." },
  },
});

/** Prompts that one stream can wait for: those that are open in the tabs of a browser. */
const MAX_PROMPTS = 50;

@Access("public")
@ObjectType({
  simpleResolvers: true,
  description: "Something that has just happened. Numbers alone: ask for what they stand for.",
})
export class LiveEvent {
  @Field(() => LiveEventKind, { description: "What has happened." })
  kind!: Told["kind"];

  @Field(() => ID, {
    nullable: true,
    description:
      "The number of the prompt that the comment is about; null for the feedback page, and without a comment.",
  })
  promptId!: string | null;

  @Field(() => ID, { nullable: true, description: "The id of the comment; null without one." })
  commentId!: string | null;
}

@ArgsType()
export class LiveArgs {
  @Field(() => [ID], {
    defaultValue: [],
    description: `The numbers of prompts whose comments to wait for, ${String(MAX_PROMPTS)} at most. Of one that is not public nothing is told.`,
  })
  @TextCaps({ maxItems: MAX_PROMPTS })
  promptIds!: string[];

  @Field(() => Boolean, { defaultValue: false, description: "Whether to wait for comments on the feedback page." })
  feedback!: boolean;

  @Field(() => Boolean, {
    defaultValue: false,
    description:
      "Whether to wait for what the viewer is told. Needs a session: UNAUTHENTICATED for a visitor, FORBIDDEN for an API token.",
  })
  notifications!: boolean;
}
