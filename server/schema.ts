import "reflect-metadata";
import { lexicographicSortSchema, printSchema, type GraphQLSchema } from "graphql";
import { buildSchemaSync } from "type-graphql";
import { AccountResolver } from "./features/account";
import { DocResolver } from "./features/docs";
import { PromptResolver, PromptTextResolver, UserPromptsResolver } from "./features/prompt";
import { AnnouncementResolver, SiteResolver } from "./features/site";
import { TagResolver } from "./features/tag";
import { UserResolver } from "./features/user";
import { DateTime } from "./platform/graphql/scalars";
import { capTexts } from "./platform/graphql/text-caps";

let built: GraphQLSchema | undefined;

/** The executable schema. Resolvers hold no state, so one serves every app of the process. */
export function schema(): GraphQLSchema {
  built ??= build();
  return built;
}

function build(): GraphQLSchema {
  const schema = capTexts(
    buildSchemaSync({
      resolvers: [
        PromptResolver,
        PromptTextResolver,
        UserPromptsResolver,
        TagResolver,
        UserResolver,
        AccountResolver,
        SiteResolver,
        AnnouncementResolver,
        DocResolver,
      ],
      scalarsMap: [{ type: Date, scalar: DateTime }],
      validate: false,
    }),
  );
  const mutations = schema.getMutationType();
  // TypeGraphQL describes no root type.
  if (mutations)
    mutations.description =
      "Pages of other sites may run what says that it is open to them; anything else is FORBIDDEN (HTTP 403).";
  return schema;
}

/** The schema as it is committed in schema.graphql. */
export function emitSchema(): string {
  return `${printSchema(lexicographicSortSchema(schema()))}\n`;
}
