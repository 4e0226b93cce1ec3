import { ArgsType, Field, InputType, ObjectType, registerEnumType } from "type-graphql";
import { Access } from "../../platform/graphql/access";
import { connectionOf } from "../../platform/graphql/connection";
import { OrderDirection } from "../../platform/graphql/enums";
import { PageArgs } from "../../platform/graphql/page.args";
import { DateTime } from "../../platform/graphql/scalars";
import { Prompt } from "../prompt";

export enum FavoriteOrderField {
  POSITION = "POSITION",
  CREATED_AT = "CREATED_AT",
}

registerEnumType(FavoriteOrderField, {
  name: "FavoriteOrderField",
  description: "What favourites can be sorted by.",
  valuesConfig: {
    POSITION: { description: "The member's own order." },
    CREATED_AT: { description: "When each was added." },
  },
});

@InputType({ description: "A sort of favourites." })
export class FavoriteOrder {
  @Field(() => FavoriteOrderField, { description: "What to sort by." })
  field!: FavoriteOrderField;

  @Field(() => OrderDirection, { description: "In which direction." })
  direction!: OrderDirection;
}

@ArgsType()
export class FavoritesArgs extends PageArgs {
  @Field(() => FavoriteOrder, {
    nullable: true,
    description: "The sort; the member's own order, from the top, when it is not given.",
  })
  orderBy?: FavoriteOrder | null;
}

@Access("read")
@ObjectType({ simpleResolvers: true, description: "A prompt that the viewer keeps." })
export class Favorite {
  @Field(() => Prompt, { description: "The prompt." })
  prompt!: Prompt;

  @Field(() => DateTime, { description: "When it was added." })
  createdAt!: Date;
}

export const FavoriteConnection = connectionOf("Favorite", () => Favorite);
