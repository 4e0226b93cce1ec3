export { type MarkKeeper, type Marks, marksOf, type Press, VOTE_WEIGHT, type VoteMark } from "./marks";
