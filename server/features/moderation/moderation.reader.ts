import DataLoader from "dataloader";
import type { DataSource } from "typeorm";
import type { LoaderFactory } from "../../platform/database/loader";
import { groupRows } from "../../platform/database/group-rows";
import { Parameters, readRows } from "../../platform/database/read-rows";
import { type Connection, readPage } from "../../platform/graphql/connection";
import { type CursorOrder, listDigest } from "../../platform/graphql/cursor";
import { keysetConditions, keysetOrder, pageWindow } from "../../platform/graphql/page-window";
import type { PageArgs } from "../../platform/graphql/page.args";
import { type Prompt, PROMPT_COLUMNS, type PromptRow, toPrompt } from "../prompt";
import type { ActKind, Before, Reason } from "./moderation.entity";
import {
  ModerationAct,
  ModerationActConnection,
  Report,
  ReportedContent,
  ReportedContentConnection,
} from "./moderation.type";
import type { TargetId } from "./target";

const REPORTS_SHOWN = 20;
const PRIOR_ACTS_SHOWN = 10;

interface CaseRow {
  id: string;
  prompt_id: number | null;
  comment_id: string | null;
  report_count: number;
  newcomer_count: number;
  opened_at: Date;
  author_id: string | null;
}

/**
 * SQL for whether moderators see the comments of a prompt, or of the feedback page. Not EXISTS beside OR: PostgreSQL would make a list of all
 * such prompts of it.
 */
function isPlaceModerated(promptId: string): string {
  const isModerated = "(place.origin = 'LIBRARY' or place.shared) and place.deleted_at is null";
  return `case when ${promptId} is null then true else (select ${isModerated} from prompt place where place.id = ${promptId}) end`;
}

const QUEUE_ORDER: CursorOrder = { list: listDigest("queue"), sort: "QUEUE", direction: "ASC", key: "integer" };

/**
 * The cases of a moderator: not of what they wrote themselves, as they might learn who reported it, and not of comments that they do not
 * see, while the author of the prompt does not share it.
 */
const CASES = `from moderation_case c left join prompt p on p.id = c.prompt_id left join comment m on m.id = c.comment_id
  where (p.id is not null and p.deleted_at is null and p.author_id <> $1
    or m.id is not null and m.deleted_at is null and m.author_id is distinct from $1 and ${isPlaceModerated("m.prompt_id")})`;

/** What members wrote whose reports wait for a decision, those that wait longest first. */
export function readQueue(
  dataSource: DataSource,
  moderatorId: string,
  args: PageArgs,
): Promise<Connection<ReportedContent>> {
  return readPage<CaseRow, ReportedContent>(ReportedContentConnection, pageWindow(args, QUEUE_ORDER), {
    read: (window) => {
      const { bind, values } = new Parameters();
      bind(moderatorId);
      const where = ["", ...keysetConditions(window, "c.id", "c.id", bind)].join(" and ");
      return readRows<CaseRow>(
        dataSource,
        `select c.id, c.prompt_id, c.comment_id, c.report_count, c.newcomer_count, c.opened_at, coalesce(p.author_id, m.author_id) as author_id
         ${CASES} ${where} order by ${keysetOrder(window, "c.id", "c.id")} limit ${bind(window.limit)}`,
        values,
      );
    },
    count: () => countOf(dataSource, `select count(*)::int as count ${CASES}`, [moderatorId]),
    position: ({ id }) => ({ key: Number(id), id: Number(id) }),
    node: (row) =>
      Object.assign(new ReportedContent(), {
        promptId: row.prompt_id === null ? null : String(row.prompt_id),
        commentId: row.comment_id,
        openedAt: row.opened_at,
        reportCount: row.report_count,
        newcomerCount: row.newcomer_count,
        authorId: row.author_id,
      }),
  });
}

async function countOf(dataSource: DataSource, sql: string, values: unknown[] = []): Promise<number> {
  return (await readRows<{ count: number }>(dataSource, sql, values))[0]?.count ?? 0;
}

interface ActRow {
  id: string;
  kind: ActKind;
  moderator_id: string | null;
  prompt_id: number | null;
  comment_id: string | null;
  member_id: string | null;
  reason: Reason | null;
  note: string | null;
  before: Before;
  undoes: string | null;
  created_at: Date;
}

/** What a member is told of: not that somebody reported something that stays. */
const TOLD = "kind not in ('DISMISS', 'REOPEN_REPORTS')";

/** What was done to a member, as they are told. */
export function readActsToldTo(
  dataSource: DataSource,
  memberId: string,
  args: PageArgs,
): Promise<Connection<ModerationAct>> {
  return readActPage(dataSource, args, `member_id = $1 and ${TOLD}`, [memberId]);
}

/** Everything that was done, or everything that was done to a member. */
export function readActs(
  dataSource: DataSource,
  memberId: string | null,
  args: PageArgs,
): Promise<Connection<ModerationAct>> {
  return memberId === null
    ? readActPage(dataSource, args, "true", [])
    : readActPage(dataSource, args, "member_id = $1", [memberId]);
}

function readActPage(
  dataSource: DataSource,
  args: PageArgs,
  condition: string,
  bound: readonly unknown[],
): Promise<Connection<ModerationAct>> {
  const list = listDigest("acts", condition, bound);
  const order: CursorOrder = { list, sort: "ACT", direction: "DESC", key: "integer" };
  return readPage<ActRow, ModerationAct>(ModerationActConnection, pageWindow(args, order), {
    read: (window) => {
      const { bind, values } = new Parameters();
      for (const value of bound) bind(value);
      const where = [condition, ...keysetConditions(window, "id", "id", bind)].join(" and ");
      return readRows<ActRow>(
        dataSource,
        `select * from moderation_act where ${where} order by ${keysetOrder(window, "id", "id")} limit ${bind(window.limit)}`,
        values,
      );
    },
    count: () =>
      countOf(dataSource, `select count(*)::int as count from moderation_act where ${condition}`, [...bound]),
    position: ({ id }) => ({ key: Number(id), id: Number(id) }),
    node: toAct,
  });
}

function toAct(row: ActRow): ModerationAct {
  return Object.assign(new ModerationAct(), {
    id: row.id,
    kind: row.kind,
    reason: row.reason,
    note: row.note,
    createdAt: row.created_at,
    promptId: row.prompt_id === null ? null : String(row.prompt_id),
    commentId: row.comment_id,
    undoes: row.undoes,
    moderatorId: row.moderator_id,
    memberId: row.member_id,
    before: row.before,
  });
}

export async function readAct(dataSource: DataSource, id: string): Promise<ModerationAct | null> {
  const [row] = await readRows<ActRow>(dataSource, "select * from moderation_act where id = $1", [id]);
  return row ? toAct(row) : null;
}

/** Acts by id. Whoever asks for one knows that its reader may see it. */
export const actLoader: LoaderFactory<string, ModerationAct | null> = (dataSource) =>
  new DataLoader(async (ids) => {
    const rows = await readRows<ActRow>(dataSource, "select * from moderation_act where id = any($1::bigint[])", [ids]);
    const acts = new Map(rows.map((row) => [row.id, toAct(row)]));
    return ids.map((id) => acts.get(id) ?? null);
  });

/** Members' prompts that everybody sees, or would if they were not hidden. For moderators alone: never what its author keeps private. */
export const moderatedPromptLoader: LoaderFactory<number, Prompt | null> = (dataSource) =>
  new DataLoader(async (ids) => {
    const rows = await readRows<PromptRow>(
      dataSource,
      `select ${PROMPT_COLUMNS} from prompt p
       where p.id = any($1::int[]) and p.origin = 'COMMUNITY' and p.shared and p.deleted_at is null`,
      [ids],
    );
    const prompts = new Map(rows.map((row) => [row.id, toPrompt(row)]));
    return ids.map((id) => prompts.get(id) ?? null);
  });

/** The newest reports of something that wait for a decision. */
export const openReportsLoader: LoaderFactory<TargetId, Report[]> = (dataSource) =>
  new DataLoader(async (targets) => {
    const rows = await readRows<{
      id: string;
      place: string;
      reason: string;
      username: string | null;
      from_newcomer: boolean;
      created_at: Date;
    }>(
      dataSource,
      `select report.*, requested.place, u.username
       from unnest($1::int[], $2::bigint[]) with ordinality as requested (prompt_id, comment_id, place) cross join lateral (
         (select id, reporter_id, reason, from_newcomer, created_at from report
          where prompt_id = requested.prompt_id and act_id is null order by id desc limit ${String(REPORTS_SHOWN)})
         union all
         (select id, reporter_id, reason, from_newcomer, created_at from report
          where comment_id = requested.comment_id and act_id is null order by id desc limit ${String(REPORTS_SHOWN)})
       ) report left join user_account u on u.id = report.reporter_id order by report.id desc`,
      [
        targets.map(({ kind, id }) => (kind === "prompt" ? id : null)),
        targets.map(({ kind, id }) => (kind === "comment" ? id : null)),
      ],
    );
    const reports = groupRows(rows, (row) => Number(row.place) - 1);
    return targets.map((_, index) =>
      (reports.get(index) ?? []).map((row) =>
        Object.assign(new Report(), {
          id: row.id,
          reason: row.reason,
          reporter: row.username,
          fromNewcomer: row.from_newcomer,
          createdAt: row.created_at,
        }),
      ),
    );
  });

/** The last decisions about a member. */
export const priorActsLoader: LoaderFactory<string, ModerationAct[]> = (dataSource) =>
  new DataLoader(async (ids) => {
    const rows = await readRows<ActRow & { member_id: string }>(
      dataSource,
      `select act.* from unnest($1::bigint[]) requested (id) cross join lateral (
         select * from moderation_act where member_id = requested.id order by id desc limit ${String(PRIOR_ACTS_SHOWN)}
       ) act order by act.id desc`,
      [ids],
    );
    const acts = groupRows(rows, (row) => row.member_id);
    return ids.map((id) => (acts.get(id) ?? []).map(toAct));
  });

/** SQL of whether nothing was done to the same prompt, comment or account since `act`. */
export const IS_LATEST = `not exists (select 1 from moderation_act later where later.id > act.id
  and (later.prompt_id = act.prompt_id or later.comment_id = act.comment_id or act.prompt_id is null and act.comment_id is null
    and later.prompt_id is null and later.comment_id is null and later.member_id = act.member_id))`;

/** Whether an act can be undone. */
export const undoableLoader: LoaderFactory<string, boolean> = (dataSource) =>
  new DataLoader(async (ids) => {
    const rows = await readRows<{ id: string }>(
      dataSource,
      `select act.id from moderation_act act
       where act.id = any($1::bigint[]) and act.kind <> 'REOPEN_REPORTS' and ${IS_LATEST}
         and case when act.comment_id is not null then exists (
           select 1 from comment where id = act.comment_id and deleted_at is null and ${isPlaceModerated("comment.prompt_id")})
           when act.prompt_id is null then exists (select 1 from account where user_id = act.member_id)
           else exists (select 1 from prompt where id = act.prompt_id and origin = 'COMMUNITY' and deleted_at is null) end`,
      [ids],
    );
    const undoable = new Set(rows.map(({ id }) => id));
    return ids.map((id) => undoable.has(id));
  });

/** Why a hidden prompt is hidden. */
export const hidingActLoader: LoaderFactory<string, ModerationAct | null> = (dataSource) =>
  new DataLoader((ids) => readHidingActs(dataSource, "prompt_id", ids));

/** Why a hidden comment is hidden. */
export const commentHidingActLoader: LoaderFactory<string, ModerationAct | null> = (dataSource) =>
  new DataLoader((ids) => readHidingActs(dataSource, "comment_id", ids));

async function readHidingActs(
  dataSource: DataSource,
  column: "prompt_id" | "comment_id",
  ids: readonly string[],
): Promise<(ModerationAct | null)[]> {
  const rows = await readRows<ActRow & { requested: string }>(
    dataSource,
    `select act.*, requested.id::text as requested from unnest($1::bigint[]) requested (id) cross join lateral (
       select * from moderation_act where ${column} = requested.id and kind = 'HIDE' order by id desc limit 1
     ) act`,
    [ids],
  );
  const acts = new Map(rows.map((row) => [row.requested, toAct(row)]));
  return ids.map((id) => acts.get(id) ?? null);
}

/** Accounts that may be gone. */
export const memberLoader: LoaderFactory<string, { id: string; username: string } | null> = (dataSource) =>
  new DataLoader(async (ids) => {
    const rows = await readRows<{ id: string; username: string }>(
      dataSource,
      "select id, username from user_account where id = any($1::bigint[])",
      [ids],
    );
    const names = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => names.get(id) ?? null);
  });
