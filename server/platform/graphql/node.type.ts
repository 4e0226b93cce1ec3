import { Field, ID, InterfaceType } from "type-graphql";

/** Relay's Global Object Identification specification. */
@InterfaceType({
  description: "What `node` finds by its id: whatever everybody can read. No two things of the API have the same id.",
})
export abstract class Node {
  @Field(() => ID, { description: "Names it among all things of the API, whatever their type." })
  id!: string;
}
