import "reflect-metadata";
import {
  defaultFieldResolver,
  getNullableType,
  type GraphQLField,
  type GraphQLSchema,
  lexicographicSortSchema,
  printSchema,
} from "graphql";
import { buildSchemaSync, type BuildSchemaOptions } from "type-graphql";
import { ConnectResolver, SettingsResolver, SignInResolver, ViewerResolver } from "./features/account";
import { CommentResolver, FeedbackResolver, PromptCommentsResolver, ViewerCommentsResolver } from "./features/comment";
import { DigestResolver } from "./features/digest";
import { DocResolver } from "./features/docs";
import { FavoriteConnectionResolver, FavoriteResolver, ViewerFavoritesResolver } from "./features/favorite";
import { LiveResolver } from "./features/live";
import {
  CommentModerationResolver,
  ModerationActResolver,
  ModerationResolver,
  PromptModerationResolver,
  ReportedContentResolver,
  ViewerModerationResolver,
} from "./features/moderation";
import { NodeResolver } from "./features/node";
import { NotificationResolver, ViewerNotificationsResolver } from "./features/notification";
import {
  OwnPromptsResolver,
  PromptConnectionResolver,
  PromptEdgeResolver,
  PromptResolver,
  PromptRevisionResolver,
  PromptTextResolver,
  SavedCopyResolver,
  UserPromptsResolver,
  ViewerPromptsResolver,
} from "./features/prompt";
import { AnnouncementResolver, SiteResolver } from "./features/site";
import { TagResolver } from "./features/tag";
import { UserResolver } from "./features/user";
import { VoteResolver } from "./features/vote";
import { enforceAccess } from "./platform/graphql/access";
import type { RequestContext } from "./platform/graphql/context";
import { DateTime } from "./platform/graphql/scalars";
import { markIds } from "./platform/graphql/ids";
import { capTexts } from "./platform/graphql/text-caps";
import { ROOT_DESCRIPTIONS, SCHEMA_DESCRIPTION } from "./schema-description";

export const RESOLVERS: BuildSchemaOptions["resolvers"] = [
  PromptResolver,
  PromptConnectionResolver,
  PromptEdgeResolver,
  PromptTextResolver,
  UserPromptsResolver,
  OwnPromptsResolver,
  PromptRevisionResolver,
  SavedCopyResolver,
  ViewerPromptsResolver,
  FavoriteResolver,
  ViewerFavoritesResolver,
  FavoriteConnectionResolver,
  VoteResolver,
  CommentResolver,
  PromptCommentsResolver,
  FeedbackResolver,
  ViewerCommentsResolver,
  ModerationResolver,
  ReportedContentResolver,
  ModerationActResolver,
  PromptModerationResolver,
  CommentModerationResolver,
  ViewerModerationResolver,
  NotificationResolver,
  ViewerNotificationsResolver,
  DigestResolver,
  LiveResolver,
  TagResolver,
  UserResolver,
  ViewerResolver,
  SignInResolver,
  SettingsResolver,
  ConnectResolver,
  NodeResolver,
  SiteResolver,
  AnnouncementResolver,
  DocResolver,
];

let built: GraphQLSchema | undefined;

/** The executable schema. Resolvers are stateless, so one schema serves every app of the process. */
export function schema(): GraphQLSchema {
  built ??= build();
  return built;
}

/** TypeGraphQL asks for it; every subscription of ours has its own source of events. */
const UNUSED: BuildSchemaOptions["pubSub"] = {
  publish: () => undefined,
  subscribe: () => {
    throw new Error("The subscription has no source of events.");
  },
};

/**
 * Builds the schema and enforces, for every field, access control and the maximum length of its texts.
 * @throws if a field does not declare its access
 */
export function schemaOf(resolvers: BuildSchemaOptions["resolvers"]): GraphQLSchema {
  const scalarsMap = [{ type: Date, scalar: DateTime }];
  const built = buildSchemaSync({ resolvers, scalarsMap, validate: false, pubSub: UNUSED });
  return enforceAccess(capTexts(markIds(independentMutations(built))));
}

/**
 * Makes each of several mutations of a request stand for itself: one that is refused takes nothing else along, and none is answered with
 * what an earlier one has read.
 */
function independentMutations(schema: GraphQLSchema): GraphQLSchema {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {}) as GraphQLField<
    unknown,
    RequestContext
  >[]) {
    field.type = getNullableType(field.type);
    const resolve = field.resolve ?? defaultFieldResolver;
    field.resolve = (source, args, context, info) => {
      context.forgetLoaded();
      return resolve(source, args, context, info);
    };
  }
  return schema;
}

function build(): GraphQLSchema {
  const schema = schemaOf(RESOLVERS);
  // TypeGraphQL describes neither a schema nor its root types.
  schema.description = SCHEMA_DESCRIPTION;
  for (const [name, description] of Object.entries(ROOT_DESCRIPTIONS)) {
    const root = schema.getType(name);
    if (root) root.description = description;
  }
  return schema;
}

let emitted: string | undefined;

/** The schema as it is committed in schema.graphql. */
export function emitSchema(): string {
  emitted ??= `${printSchema(lexicographicSortSchema(schema()))}\n`;
  return emitted;
}
