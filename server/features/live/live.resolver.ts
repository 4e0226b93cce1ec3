import { Args, Resolver, Root, Subscription } from "type-graphql";
import { requireSession } from "../../platform/domain/access";
import { badInputError, DomainError } from "../../platform/domain/domain-error";
import { Access } from "../../platform/graphql/access";
import type { RequestContext } from "../../platform/graphql/context";
import { EventQueue } from "../../platform/live/event-queue";
import { STREAM_LIMITS } from "../../platform/live/event-streams";
import type { LiveEvent as Told, Topic } from "../../platform/live/live-feed";
import { parsePromptId } from "../prompt";
import { LiveArgs, LiveEvent } from "./live.type";

const { total, address, account } = STREAM_LIMITS;
const STREAMS = `${total.toLocaleString("en")} streams, ${String(address)} of an address, ${String(account)} of an account`;

@Resolver()
export class LiveResolver {
  @Access("public")
  @Subscription(() => LiveEvent, {
    description: `Events from now on, at /graphql/stream (GraphQL over server-sent events, distinct connections). Past the limits (${STREAMS}) it is refused with 503 or 429 and Retry-After: ask for it now and then instead. Ends with the session. FORBIDDEN for an API token.`,
    subscribe: ({ args, context }) => listen(args as LiveArgs, context as RequestContext),
  })
  live(@Root() event: Told, @Args(() => LiveArgs) _args: LiveArgs): LiveEvent {
    return Object.assign(new LiveEvent(), { promptId: null, commentId: null }, event);
  }
}

function listen(
  { promptIds, feedback, notifications }: LiveArgs,
  { actor, feed }: RequestContext,
): AsyncIterableIterator<Told> {
  if (!feed) throw new DomainError("SERVICE_UNAVAILABLE", "There are no streams here.");
  const topics = new Set<Topic>(promptIds.map((id) => `prompt ${promptNumber(id)}` as const));
  if (feedback) topics.add("feedback");
  if (notifications) topics.add(`account ${requireSession(actor).userId}`);
  if (topics.size === 0) throw badInputError("There is nothing to wait for.");
  const queue = new EventQueue<Told>(() => stop());
  const userId = actor.kind === "visitor" ? null : actor.userId;
  const stop = feed.subscribe([...topics], { userId, onEvent: (event) => queue.push(event) });
  return queue;
}

function promptNumber(id: string): string {
  const number = parsePromptId(id);
  if (number === undefined) throw badInputError('"promptIds" has what cannot be the number of a prompt.', "promptIds");
  return String(number);
}
