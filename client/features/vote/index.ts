export { VoteControl } from "./VoteControl";
