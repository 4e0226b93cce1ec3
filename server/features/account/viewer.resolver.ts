import { Ctx, FieldResolver, Query, Resolver } from "type-graphql";
import { requireSession } from "../../platform/domain/access";
import { Access } from "../../platform/graphql/access";
import { RequestContext } from "../../platform/graphql/context";
import { readDraftKey } from "./account.reader";
import { ApiToken, PendingEmail, Session, Viewer } from "./account.type";
import { readApiToken, readApiTokens } from "./api-token.service";
import { pendingEmailOf } from "./email-change.service";
import { viewerOf } from "./account.payload";
import { readSessions } from "./session.service";

@Resolver(() => Viewer)
export class ViewerResolver {
  @Access("public")
  @Query(() => Viewer, { nullable: true, description: "The signed-in member; null for a visitor." })
  viewer(@Ctx() context: RequestContext): Promise<Viewer | null> {
    return viewerOf(context);
  }

  @Access("read")
  @Query(() => ApiToken, {
    nullable: true,
    description: "The API token that the request carries: what it may do, and until when; null in a session.",
  })
  apiToken(@Ctx() { dataSource, actor }: RequestContext): Promise<ApiToken | null> | null {
    return actor.kind === "token" ? readApiToken(dataSource, actor.tokenId) : null;
  }

  @Access("session")
  @FieldResolver(() => [Session], { description: "Where the viewer is signed in, the last used first." })
  sessions(@Ctx() { dataSource, actor }: RequestContext): Promise<Session[]> {
    return readSessions(dataSource, requireSession(actor));
  }

  @Access("session")
  @FieldResolver(() => PendingEmail, {
    nullable: true,
    description: "The address that `changeEmail` requested, until it is confirmed.",
  })
  pendingEmail(@Ctx() { dataSource, actor }: RequestContext): Promise<PendingEmail | null> {
    return pendingEmailOf(dataSource, requireSession(actor).userId);
  }

  @Access("session")
  @FieldResolver(() => [ApiToken], {
    description: "Keys for programs, the newest first. The tokens themselves are not shown again.",
  })
  apiTokens(@Ctx() { dataSource, actor }: RequestContext): Promise<ApiToken[]> {
    return readApiTokens(dataSource, requireSession(actor).userId);
  }

  @Access("session")
  @FieldResolver(() => String, {
    description:
      "Encrypts what the member keeps in a browser when logging out, so that nobody else can read it there. The same in every session.",
  })
  draftKey(@Ctx() { dataSource, actor }: RequestContext): Promise<string> {
    return readDraftKey(dataSource, requireSession(actor).userId);
  }
}
