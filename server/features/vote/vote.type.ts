import { registerEnumType } from "type-graphql";

export enum VoteValue {
  UP = "UP",
  DOWN = "DOWN",
  NONE = "NONE",
}

registerEnumType(VoteValue, {
  name: "VoteValue",
  description: "A member's vote on a prompt.",
  valuesConfig: {
    UP: { description: "For it." },
    DOWN: { description: "Against it." },
    NONE: { description: "Neither: none was given, or it was taken back." },
  },
});
