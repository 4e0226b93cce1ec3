export { VoteEntity } from "./vote.entity";
export { VoteResolver } from "./vote.resolver";
