import { Field, ID, InterfaceType } from "type-graphql";

/** Relay's Global Object Identification specification. */
@InterfaceType({
  description: "An object that `node` finds by its id. No two objects of the API have the same id.",
})
export abstract class Node {
  @Field(() => ID, { description: "Unique among all objects of the API, whatever their type." })
  id!: string;
}
