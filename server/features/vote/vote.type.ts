import { registerEnumType } from "type-graphql";

export enum VoteValue {
  UP = "UP",
  DOWN = "DOWN",
  NONE = "NONE",
}

registerEnumType(VoteValue, {
  name: "VoteValue",
  description: "How a member votes on a prompt.",
  valuesConfig: {
    UP: { description: "For it." },
    DOWN: { description: "Against it." },
    NONE: { description: "Not at all; as an argument, it takes the vote back." },
  },
});
