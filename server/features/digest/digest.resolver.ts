import { Arg, Args, ArgsType, Ctx, Field, FieldResolver, Int, Mutation, ObjectType, Resolver } from "type-graphql";
import { requireSession } from "../../platform/domain/access";
import { problem, ProblemCode } from "../../platform/domain/problem";
import { Access } from "../../platform/graphql/access";
import { RequestContext } from "../../platform/graphql/context";
import { AcceptedPayload, Viewer, viewerOf, ViewerPayload } from "../account";
import { changeDigest, type DigestSetting, readSetting, stopByLink } from "./digest.service";

@Access("session")
@ObjectType({ simpleResolvers: true, description: "When the viewer gets a mail of what they have not read." })
export class Digest {
  @Field(() => Int, { description: "The hour of the day, 0 to 23." })
  hour!: number;

  @Field(() => String, { description: "The IANA name of the time zone." })
  timeZone!: string;
}

@ArgsType()
export class DigestArgs {
  @Field(() => Int, { nullable: true, description: "The hour of the day, 0 to 23; null for no mails." })
  hour?: number | null;

  @Field(() => String, {
    nullable: true,
    description: "The IANA name of the time zone, such as Europe/Paris; UTC, if null.",
  })
  timeZone?: string | null;
}

@Resolver(() => Viewer)
export class DigestResolver {
  @Access("session")
  @FieldResolver(() => Digest, {
    nullable: true,
    description: "When the viewer gets a daily mail of what they have not read; null for never, which is the default.",
  })
  digest(@Ctx() { dataSource, actor }: RequestContext): Promise<DigestSetting | null> {
    return readSetting(dataSource, requireSession(actor).userId);
  }

  @Access("session")
  @Mutation(() => ViewerPayload, {
    description:
      "Turns the daily mail of unread notifications on or off. It goes to a confirmed address alone, once a day at most. BAD_USER_INPUT for an hour or a time zone that does not exist.",
  })
  async changeDigest(
    @Args(() => DigestArgs) { hour, timeZone }: DigestArgs,
    @Ctx() context: RequestContext,
  ): Promise<ViewerPayload> {
    const setting = hour == null ? null : { hour, timeZone: timeZone ?? "UTC" };
    await changeDigest(context.dataSource, context.actor, setting);
    return { viewer: await viewerOf(context), problems: [] };
  }

  @Access("public")
  @Mutation(() => AcceptedPayload, {
    description:
      "Turns the daily mail off by the code of a link in it, without signing in. INVALID_OR_EXPIRED_CODE for any other. Does nothing else.",
  })
  async stopDigest(
    @Arg("code", () => String, { description: "The code of the link." }) code: string,
    @Ctx() { dataSource }: RequestContext,
  ): Promise<AcceptedPayload> {
    const accepted = await stopByLink(dataSource, code);
    return { accepted, problems: accepted ? [] : [problem(ProblemCode.INVALID_OR_EXPIRED_CODE, "code")] };
  }
}
