import type { DataSource, EntityManager } from "typeorm";
import { FALLBACK_LOCALE } from "../../../contract/locales";
import { isThere, type NotificationKind } from "../notification";
import type { DigestItem } from "./digest-mails";
import { unlinked } from "../../platform/mail/unlinked";

/** A mail names this many; the page has the others. */
const MAX_ITEMS = 20;

/** SQL of what a digest would tell: notifications `n` of a member after one of them that are unread and still there. */
function untold(user: string, after: string): string {
  return `n.user_id = ${user} and n.read_at is null and n.id > ${after} and ${isThere(user)}`;
}

/** The newest notification to tell a member; null if there is none. */
export async function newestUntold(manager: EntityManager, userId: string, throughId: string): Promise<string | null> {
  const [row] = await manager.query<{ id: string }[]>(
    `select n.id from notification n where ${untold("$1::bigint", "$2::bigint")} order by n.id desc limit 1`,
    [userId, throughId],
  );
  return row?.id ?? null;
}

/** A mail that could not be sent in this time comes too close to that of the next day, which tells the same. */
const PATIENCE = "2 hours";

/**
 * What to tell a member now, in their language, and after which notification; null if they do not want it any more, the mail would go to
 * another address, or its hour is long over.
 */
export async function readDigest(
  dataSource: DataSource,
  userId: string,
  upTo: string,
  to: string,
): Promise<{ items: DigestItem[]; more: number; throughId: string } | null> {
  const [setting] = await dataSource.query<{ through_id: string; locale: string }[]>(
    `select d.through_id, a.locale from digest d join account a using (user_id)
     where d.user_id = $1 and d.next_at is not null and a.email = $2 and a.email_confirmed_at is not null and a.closed_at is null
       and d.queued_at > now() - interval '${PATIENCE}'`,
    [userId, to],
  );
  if (!setting) return null;
  const rows = await dataSource.query<
    { kind: NotificationKind; author: string | null; title: string | null; foreign: boolean; total: number }[]
  >(
    `select n.kind, u.username as author, text.title, coalesce(text.is_foreign, false) as foreign, count(*) over ()::int as total
     from notification n
     left join comment c on c.id = n.comment_id
     left join moderation_act act on act.id = n.act_id
     left join user_account u on u.id = c.author_id
     left join lateral (
       select t.title, p.origin <> 'LIBRARY' and p.author_id is distinct from n.user_id as is_foreign from prompt_text t join prompt p on p.id = t.prompt_id
       where t.prompt_id = coalesce(c.prompt_id, act.prompt_id) and p.deleted_at is null and (p.listed or p.author_id = n.user_id)
       order by t.locale = $4 desc, t.locale = $5 desc, t.locale = p.source_locale desc limit 1
     ) text on true
     where ${untold("$1::bigint", "$2::bigint")} and n.id <= $3::bigint
     order by n.id desc limit ${String(MAX_ITEMS)}`,
    [userId, setting.through_id, upTo, setting.locale, FALLBACK_LOCALE],
  );
  const [first] = rows;
  if (!first) return null;
  return {
    items: rows.map(({ kind, author, title, foreign }) => ({
      kind,
      author: author && unlinked(author),
      title: foreign && title !== null ? unlinked(title) : title,
    })),
    more: first.total - rows.length,
    throughId: setting.through_id,
  };
}
