-- The database after all migrations. `npm run structure` writes it; a migration changes it.

create extension btree_gin;

create extension intarray;

create table account (
  user_id bigint not null,
  username_skeleton text collate "C" not null,
  email text not null,
  email_key text collate "C" not null,
  email_confirmed_at timestamp(3) with time zone,
  password_hash text,
  locale text not null,
  terms_accepted_at timestamp(3) with time zone not null,
  is_moderator boolean default false not null,
  closed_at timestamp(3) with time zone,
  draft_key uuid default gen_random_uuid() not null,
  constraint account_pk PRIMARY KEY (user_id),
  constraint account_email_key_unique UNIQUE (email_key),
  constraint account_user_fk FOREIGN KEY (user_id) REFERENCES user_account(id) ON DELETE CASCADE,
  constraint account_username_skeleton_unique UNIQUE (username_skeleton)
);

CREATE TRIGGER account_void_digest_links AFTER UPDATE OF email ON public.account FOR EACH ROW WHEN ((new.email IS DISTINCT FROM old.email)) EXECUTE FUNCTION void_digest_links();

create table api_token (
  id uuid default gen_random_uuid() not null,
  user_id bigint not null,
  name text not null,
  scope text not null,
  token_hash bytea not null,
  created_at timestamp(3) with time zone default now() not null,
  expires_at timestamp(3) with time zone,
  last_used_at timestamp(3) with time zone,
  constraint api_token_pk PRIMARY KEY (id),
  constraint api_token_hash_unique UNIQUE (token_hash),
  constraint api_token_scope_check CHECK ((scope = ANY (ARRAY['READ'::text, 'WRITE'::text]))),
  constraint api_token_user_fk FOREIGN KEY (user_id) REFERENCES account(user_id) ON DELETE CASCADE
);

CREATE INDEX api_token_user_idx ON public.api_token USING btree (user_id, created_at);

create table comment (
  id bigint generated always as identity not null,
  prompt_id integer,
  parent_id bigint,
  root_id bigint not null,
  depth integer not null,
  path text collate "C" not null,
  author_id bigint,
  body text not null,
  html text[] not null,
  html_version smallint not null,
  mentions jsonb default '{}'::jsonb not null,
  closed boolean default false not null,
  hidden boolean default false not null,
  withdrawn boolean default false not null,
  live boolean default true not null,
  live_below integer default 0 not null,
  shown boolean default true not null,
  created_at timestamp(3) with time zone default now() not null,
  edited_at timestamp(3) with time zone,
  deleted_at timestamp(3) with time zone,
  constraint comment_pk PRIMARY KEY (id),
  constraint comment_author_fk FOREIGN KEY (author_id) REFERENCES user_account(id) ON DELETE SET NULL,
  constraint comment_closed_check CHECK (((NOT closed) OR (parent_id IS NULL))),
  constraint comment_deleted_check CHECK (((deleted_at IS NULL) OR ((author_id IS NULL) AND (body = ''::text) AND (html = '{}'::text[]) AND (mentions = '{}'::jsonb)))),
  constraint comment_live_below_check CHECK ((live_below >= 0)),
  constraint comment_parent_fk FOREIGN KEY (parent_id) REFERENCES comment(id) ON DELETE CASCADE,
  constraint comment_prompt_fk FOREIGN KEY (prompt_id) REFERENCES prompt(id) ON DELETE CASCADE
);

CREATE INDEX comment_author_idx ON public.comment USING btree (author_id, id DESC);

CREATE INDEX comment_hidden_idx ON public.comment USING btree (author_id, id DESC) WHERE hidden;

CREATE INDEX comment_html_version_idx ON public.comment USING btree (html_version);

CREATE INDEX comment_newest_idx ON public.comment USING btree (prompt_id, id DESC) WHERE live;

CREATE INDEX comment_parent_idx ON public.comment USING btree (parent_id);

CREATE INDEX comment_prompt_idx ON public.comment USING btree (prompt_id);

CREATE INDEX comment_reply_idx ON public.comment USING btree (root_id, path) WHERE ((parent_id IS NOT NULL) AND shown);

CREATE INDEX comment_thread_idx ON public.comment USING btree (prompt_id, id DESC) WHERE ((parent_id IS NULL) AND shown);

CREATE TRIGGER comment_announce AFTER INSERT ON public.comment FOR EACH ROW WHEN (new.live) EXECUTE FUNCTION comment_announce();

CREATE TRIGGER comment_announce_change AFTER UPDATE ON public.comment FOR EACH ROW WHEN (((old.live <> new.live) OR ((old.deleted_at IS NULL) <> (new.deleted_at IS NULL)))) EXECUTE FUNCTION comment_announce_change();

CREATE TRIGGER comment_before_insert BEFORE INSERT ON public.comment FOR EACH ROW EXECUTE FUNCTION comment_before_insert();

CREATE TRIGGER comment_before_write BEFORE INSERT OR UPDATE ON public.comment FOR EACH ROW EXECUTE FUNCTION comment_before_write();

CREATE TRIGGER comment_inserted AFTER INSERT ON public.comment REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION comment_inserted();

CREATE TRIGGER comment_notify_inserted AFTER INSERT ON public.comment FOR EACH ROW WHEN (new.shown) EXECUTE FUNCTION notify_comment_changed();

CREATE TRIGGER comment_notify_updated AFTER UPDATE ON public.comment FOR EACH ROW WHEN (((old.shown OR new.shown) AND (((((old.shown IS DISTINCT FROM new.shown) OR (old.live IS DISTINCT FROM new.live)) OR (old.author_id IS DISTINCT FROM new.author_id)) OR (old.body IS DISTINCT FROM new.body)) OR (old.closed IS DISTINCT FROM new.closed)))) EXECUTE FUNCTION notify_comment_changed();

CREATE TRIGGER comment_updated AFTER UPDATE ON public.comment REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION comment_updated();

create table daily_secret (
  day date not null,
  secret bytea not null,
  constraint daily_secret_pk PRIMARY KEY (day)
);

create table deleted_comment (
  comment_id bigint not null,
  author_id bigint not null,
  body text not null,
  mentions jsonb not null,
  edited_at timestamp(3) with time zone,
  deleted_at timestamp(3) with time zone default now() not null,
  constraint deleted_comment_pk PRIMARY KEY (comment_id),
  constraint deleted_comment_author_fk FOREIGN KEY (author_id) REFERENCES user_account(id) ON DELETE CASCADE,
  constraint deleted_comment_comment_fk FOREIGN KEY (comment_id) REFERENCES comment(id) ON DELETE CASCADE
);

CREATE INDEX deleted_comment_author_idx ON public.deleted_comment USING btree (author_id);

CREATE INDEX deleted_comment_deleted_at_idx ON public.deleted_comment USING btree (deleted_at);

create table digest (
  user_id bigint not null,
  hour smallint not null,
  time_zone text not null,
  next_at timestamp(3) with time zone,
  queued_at timestamp(3) with time zone,
  through_id bigint not null,
  constraint digest_pk PRIMARY KEY (user_id),
  constraint digest_hour_check CHECK (((hour >= 0) AND (hour <= 23))),
  constraint digest_user_fk FOREIGN KEY (user_id) REFERENCES account(user_id) ON DELETE CASCADE
);

CREATE INDEX digest_next_idx ON public.digest USING btree (next_at);

create table digest_link (
  token_hash bytea not null,
  user_id bigint not null,
  created_at timestamp(3) with time zone default now() not null,
  constraint digest_link_pk PRIMARY KEY (token_hash),
  constraint digest_link_user_fk FOREIGN KEY (user_id) REFERENCES account(user_id) ON DELETE CASCADE
);

CREATE INDEX digest_link_created_idx ON public.digest_link USING btree (created_at);

CREATE INDEX digest_link_user_idx ON public.digest_link USING btree (user_id);

create table favorite (
  user_id bigint not null,
  prompt_id integer not null,
  "position" text collate "C" not null,
  created_at timestamp(3) with time zone default now() not null,
  constraint favorite_pk PRIMARY KEY (user_id, prompt_id),
  constraint favorite_prompt_fk FOREIGN KEY (prompt_id) REFERENCES prompt(id) ON DELETE CASCADE,
  constraint favorite_user_fk FOREIGN KEY (user_id) REFERENCES user_account(id) ON DELETE CASCADE
);

CREATE INDEX favorite_created_at_idx ON public.favorite USING btree (user_id, created_at, prompt_id);

CREATE INDEX favorite_position_idx ON public.favorite USING btree (user_id, "position", prompt_id);

CREATE INDEX favorite_prompt_idx ON public.favorite USING btree (prompt_id);

CREATE TRIGGER favorite_deleted AFTER DELETE ON public.favorite REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION favorite_count();

CREATE TRIGGER favorite_inserted AFTER INSERT ON public.favorite REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION favorite_count();

create table library_state (
  id boolean default true not null,
  fingerprint text not null,
  constraint library_state_pk PRIMARY KEY (id),
  constraint library_state_single_check CHECK (id)
);

create table moderation_act (
  id bigint generated always as identity not null,
  kind text not null,
  moderator_id bigint,
  prompt_id integer,
  member_id bigint,
  reason text,
  note text,
  before jsonb not null,
  undoes bigint,
  created_at timestamp(3) with time zone default now() not null,
  comment_id bigint,
  constraint moderation_act_pk PRIMARY KEY (id),
  constraint moderation_act_kind_check CHECK ((kind = ANY (ARRAY['HIDE'::text, 'RESTORE'::text, 'DISMISS'::text, 'REOPEN_REPORTS'::text, 'CLOSE_ACCOUNT'::text, 'REOPEN_ACCOUNT'::text, 'CLOSE_THREAD'::text, 'REOPEN_THREAD'::text]))),
  constraint moderation_act_undoes_unique UNIQUE (undoes)
);

CREATE INDEX moderation_act_comment_idx ON public.moderation_act USING btree (comment_id, id DESC);

CREATE INDEX moderation_act_member_idx ON public.moderation_act USING btree (member_id, id DESC);

CREATE INDEX moderation_act_prompt_idx ON public.moderation_act USING btree (prompt_id, id DESC);

CREATE TRIGGER moderation_act_final BEFORE DELETE OR UPDATE OR TRUNCATE ON public.moderation_act FOR EACH STATEMENT EXECUTE FUNCTION moderation_act_is_final();

create table moderation_case (
  id bigint generated by default as identity not null,
  prompt_id integer,
  report_count integer not null,
  newcomer_count integer not null,
  opened_at timestamp(3) with time zone default now() not null,
  comment_id bigint,
  constraint moderation_case_pk PRIMARY KEY (id),
  constraint moderation_case_comment_fk FOREIGN KEY (comment_id) REFERENCES comment(id) ON DELETE CASCADE,
  constraint moderation_case_comment_unique UNIQUE (comment_id),
  constraint moderation_case_prompt_fk FOREIGN KEY (prompt_id) REFERENCES prompt(id) ON DELETE CASCADE,
  constraint moderation_case_prompt_unique UNIQUE (prompt_id),
  constraint moderation_case_target_check CHECK ((num_nonnulls(prompt_id, comment_id) = 1))
);

create table notification (
  id bigint generated always as identity not null,
  user_id bigint not null,
  kind text not null,
  comment_id bigint,
  act_id bigint,
  created_at timestamp(3) with time zone default now() not null,
  read_at timestamp(3) with time zone,
  constraint notification_pk PRIMARY KEY (id),
  constraint notification_act_fk FOREIGN KEY (act_id) REFERENCES moderation_act(id) ON DELETE CASCADE,
  constraint notification_act_unique UNIQUE (act_id),
  constraint notification_comment_fk FOREIGN KEY (comment_id) REFERENCES comment(id) ON DELETE CASCADE,
  constraint notification_comment_unique UNIQUE (comment_id, user_id),
  constraint notification_kind_check CHECK ((kind = ANY (ARRAY['REPLY'::text, 'COMMENT'::text, 'MENTION'::text, 'MODERATION'::text]))),
  constraint notification_source_check CHECK (
CASE kind
    WHEN 'MODERATION'::text THEN ((act_id IS NOT NULL) AND (comment_id IS NULL))
    ELSE ((comment_id IS NOT NULL) AND (act_id IS NULL))
END),
  constraint notification_user_fk FOREIGN KEY (user_id) REFERENCES user_account(id) ON DELETE CASCADE
);

CREATE INDEX notification_created_idx ON public.notification USING btree (created_at);

CREATE INDEX notification_unread_idx ON public.notification USING btree (user_id, id DESC) WHERE (read_at IS NULL);

CREATE INDEX notification_user_idx ON public.notification USING btree (user_id, id DESC);

CREATE TRIGGER notification_announce_deleted AFTER DELETE ON public.notification REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notification_announce();

CREATE TRIGGER notification_announce_inserted AFTER INSERT ON public.notification REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notification_announce();

CREATE TRIGGER notification_announce_updated AFTER UPDATE ON public.notification REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notification_announce();

create table one_time_code (
  user_id bigint not null,
  purpose text not null,
  code_hash bytea not null,
  email text,
  expires_at timestamp(3) with time zone not null,
  sent_to text collate "C" not null,
  created_at timestamp(3) with time zone default now() not null,
  constraint one_time_code_pk PRIMARY KEY (user_id, purpose),
  constraint one_time_code_code_hash_unique UNIQUE (code_hash),
  constraint one_time_code_user_fk FOREIGN KEY (user_id) REFERENCES account(user_id) ON DELETE CASCADE
);

CREATE INDEX one_time_code_expires_at_idx ON public.one_time_code USING btree (expires_at);

create table prompt (
  id integer generated by default as identity not null,
  origin text not null,
  author_id bigint,
  source_locale text not null,
  languages text[] default '{}'::text[] not null,
  tag_ids integer[] default '{}'::integer[] not null,
  shared boolean default false not null,
  listed boolean default false not null,
  upvotes integer default 0 not null,
  downvotes integer default 0 not null,
  upvote_difference integer default 0 not null,
  favorite_count integer default 0 not null,
  copy_count integer default 0 not null,
  comment_count integer default 0 not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  shared_at timestamp(3) with time zone,
  deleted_at timestamp(3) with time zone,
  hidden boolean default false not null,
  copy_of integer,
  withdrawn boolean default false not null,
  idempotency_key text,
  written_at timestamp(3) with time zone default now() not null,
  constraint prompt_pk PRIMARY KEY (id),
  constraint prompt_author_fk FOREIGN KEY (author_id) REFERENCES user_account(id) ON DELETE CASCADE,
  constraint prompt_copy_of_fk FOREIGN KEY (copy_of) REFERENCES prompt(id) ON DELETE SET NULL,
  constraint prompt_counters_check CHECK (((upvotes >= 0) AND (downvotes >= 0) AND (favorite_count >= 0) AND (copy_count >= 0) AND (comment_count >= 0))),
  constraint prompt_origin_check CHECK ((((origin = 'LIBRARY'::text) AND ((id >= 1) AND (id <= 1000)) AND (author_id IS NULL)) OR ((origin = 'COMMUNITY'::text) AND (id > 1000) AND (author_id IS NOT NULL)))),
  constraint prompt_shared_at_check CHECK (((NOT shared) OR (origin = 'LIBRARY'::text) OR (shared_at IS NOT NULL)))
);

CREATE INDEX prompt_ar_shared_idx ON public.prompt USING btree (shared_at DESC, id DESC) INCLUDE (tag_ids) WHERE (listed AND (origin = 'COMMUNITY'::text) AND (languages @> ARRAY['ar'::text]));

CREATE INDEX prompt_ar_support_idx ON public.prompt USING btree (upvote_difference DESC, id DESC) INCLUDE (tag_ids) WHERE (listed AND (languages @> ARRAY['ar'::text]));

CREATE INDEX prompt_author_id_idx ON public.prompt USING btree (author_id, id DESC) WHERE (listed AND (author_id IS NOT NULL));

CREATE INDEX prompt_author_shared_idx ON public.prompt USING btree (author_id, shared_at DESC, id DESC) WHERE (listed AND (author_id IS NOT NULL));

CREATE INDEX prompt_author_support_idx ON public.prompt USING btree (author_id, upvote_difference DESC, id DESC) WHERE (listed AND (author_id IS NOT NULL));

CREATE INDEX prompt_author_updated_idx ON public.prompt USING btree (author_id, updated_at DESC, id DESC) WHERE (listed AND (author_id IS NOT NULL));

CREATE INDEX prompt_bn_shared_idx ON public.prompt USING btree (shared_at DESC, id DESC) INCLUDE (tag_ids) WHERE (listed AND (origin = 'COMMUNITY'::text) AND (languages @> ARRAY['bn'::text]));

CREATE INDEX prompt_bn_support_idx ON public.prompt USING btree (upvote_difference DESC, id DESC) INCLUDE (tag_ids) WHERE (listed AND (languages @> ARRAY['bn'::text]));

CREATE INDEX prompt_copy_of_idx ON public.prompt USING btree (copy_of) WHERE (copy_of IS NOT NULL);

CREATE INDEX prompt_de_shared_idx ON public.prompt USING btree (shared_at DESC, id DESC) INCLUDE (tag_ids) WHERE (listed AND (origin = 'COMMUNITY'::text) AND (languages @> ARRAY['de'::text]));

CREATE INDEX prompt_de_support_idx ON public.prompt USING btree (upvote_difference DESC, id DESC) INCLUDE (tag_ids) WHERE (listed AND (languages @> ARRAY['de'::text]));

CREATE INDEX prompt_deleted_at_idx ON public.prompt USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE INDEX prompt_en_shared_idx ON public.prompt USING btree (shared_at DESC, id DESC) INCLUDE (tag_ids) WHERE (listed AND (origin = 'COMMUNITY'::text) AND (languages @> ARRAY['en'::text]));

CREATE INDEX prompt_en_support_idx ON public.prompt USING btree (upvote_difference DESC, id DESC) INCLUDE (tag_ids) WHERE (listed AND (languages @> ARRAY['en'::text]));

CREATE INDEX prompt_es_shared_idx ON public.prompt USING btree (shared_at DESC, id DESC) INCLUDE (tag_ids) WHERE (listed AND (origin = 'COMMUNITY'::text) AND (languages @> ARRAY['es'::text]));

CREATE INDEX prompt_es_support_idx ON public.prompt USING btree (upvote_difference DESC, id DESC) INCLUDE (tag_ids) WHERE (listed AND (languages @> ARRAY['es'::text]));

CREATE INDEX prompt_fr_shared_idx ON public.prompt USING btree (shared_at DESC, id DESC) INCLUDE (tag_ids) WHERE (listed AND (origin = 'COMMUNITY'::text) AND (languages @> ARRAY['fr'::text]));

CREATE INDEX prompt_fr_support_idx ON public.prompt USING btree (upvote_difference DESC, id DESC) INCLUDE (tag_ids) WHERE (listed AND (languages @> ARRAY['fr'::text]));

CREATE INDEX prompt_hi_shared_idx ON public.prompt USING btree (shared_at DESC, id DESC) INCLUDE (tag_ids) WHERE (listed AND (origin = 'COMMUNITY'::text) AND (languages @> ARRAY['hi'::text]));

CREATE INDEX prompt_hi_support_idx ON public.prompt USING btree (upvote_difference DESC, id DESC) INCLUDE (tag_ids) WHERE (listed AND (languages @> ARRAY['hi'::text]));

CREATE UNIQUE INDEX prompt_idempotency_key_idx ON public.prompt USING btree (author_id, idempotency_key) WHERE (idempotency_key IS NOT NULL);

CREATE INDEX prompt_it_shared_idx ON public.prompt USING btree (shared_at DESC, id DESC) INCLUDE (tag_ids) WHERE (listed AND (origin = 'COMMUNITY'::text) AND (languages @> ARRAY['it'::text]));

CREATE INDEX prompt_it_support_idx ON public.prompt USING btree (upvote_difference DESC, id DESC) INCLUDE (tag_ids) WHERE (listed AND (languages @> ARRAY['it'::text]));

CREATE INDEX prompt_ja_shared_idx ON public.prompt USING btree (shared_at DESC, id DESC) INCLUDE (tag_ids) WHERE (listed AND (origin = 'COMMUNITY'::text) AND (languages @> ARRAY['ja'::text]));

CREATE INDEX prompt_ja_support_idx ON public.prompt USING btree (upvote_difference DESC, id DESC) INCLUDE (tag_ids) WHERE (listed AND (languages @> ARRAY['ja'::text]));

CREATE INDEX prompt_ko_shared_idx ON public.prompt USING btree (shared_at DESC, id DESC) INCLUDE (tag_ids) WHERE (listed AND (origin = 'COMMUNITY'::text) AND (languages @> ARRAY['ko'::text]));

CREATE INDEX prompt_ko_support_idx ON public.prompt USING btree (upvote_difference DESC, id DESC) INCLUDE (tag_ids) WHERE (listed AND (languages @> ARRAY['ko'::text]));

CREATE INDEX prompt_listed_id_idx ON public.prompt USING btree (id DESC) INCLUDE (tag_ids) WHERE listed;

CREATE INDEX prompt_listed_languages_idx ON public.prompt USING gin (languages) WITH (fastupdate=off) WHERE listed;

CREATE INDEX prompt_listed_origin_support_idx ON public.prompt USING btree (origin, upvote_difference DESC, id DESC) WHERE listed;

CREATE INDEX prompt_listed_origin_updated_idx ON public.prompt USING btree (origin, updated_at DESC, id DESC) INCLUDE (tag_ids) WHERE listed;

CREATE INDEX prompt_listed_shared_idx ON public.prompt USING btree (shared_at DESC, id DESC) INCLUDE (tag_ids, languages) WHERE (listed AND (origin = 'COMMUNITY'::text));

CREATE INDEX prompt_listed_support_idx ON public.prompt USING btree (upvote_difference DESC, id DESC) INCLUDE (tag_ids) WHERE listed;

CREATE INDEX prompt_listed_tags_idx ON public.prompt USING gin (tag_ids gin__int_ops) WITH (fastupdate=off) WHERE listed;

CREATE INDEX prompt_listed_updated_idx ON public.prompt USING btree (updated_at DESC, id DESC) INCLUDE (tag_ids) WHERE listed;

CREATE INDEX prompt_own_idx ON public.prompt USING btree (author_id, id DESC) INCLUDE (tag_ids) WHERE ((author_id IS NOT NULL) AND (deleted_at IS NULL));

CREATE INDEX prompt_own_support_idx ON public.prompt USING btree (author_id, upvote_difference DESC, id DESC) INCLUDE (tag_ids) WHERE ((author_id IS NOT NULL) AND (deleted_at IS NULL));

CREATE INDEX prompt_own_updated_idx ON public.prompt USING btree (author_id, updated_at DESC, id DESC) INCLUDE (tag_ids) WHERE ((author_id IS NOT NULL) AND (deleted_at IS NULL));

CREATE INDEX prompt_pt_shared_idx ON public.prompt USING btree (shared_at DESC, id DESC) INCLUDE (tag_ids) WHERE (listed AND (origin = 'COMMUNITY'::text) AND (languages @> ARRAY['pt'::text]));

CREATE INDEX prompt_pt_support_idx ON public.prompt USING btree (upvote_difference DESC, id DESC) INCLUDE (tag_ids) WHERE (listed AND (languages @> ARRAY['pt'::text]));

CREATE INDEX prompt_ru_shared_idx ON public.prompt USING btree (shared_at DESC, id DESC) INCLUDE (tag_ids) WHERE (listed AND (origin = 'COMMUNITY'::text) AND (languages @> ARRAY['ru'::text]));

CREATE INDEX prompt_ru_support_idx ON public.prompt USING btree (upvote_difference DESC, id DESC) INCLUDE (tag_ids) WHERE (listed AND (languages @> ARRAY['ru'::text]));

CREATE INDEX prompt_zh_shared_idx ON public.prompt USING btree (shared_at DESC, id DESC) INCLUDE (tag_ids) WHERE (listed AND (origin = 'COMMUNITY'::text) AND (languages @> ARRAY['zh'::text]));

CREATE INDEX prompt_zh_support_idx ON public.prompt USING btree (upvote_difference DESC, id DESC) INCLUDE (tag_ids) WHERE (listed AND (languages @> ARRAY['zh'::text]));

CREATE TRIGGER prompt_before_write BEFORE INSERT OR UPDATE ON public.prompt FOR EACH ROW EXECUTE FUNCTION prompt_before_write();

CREATE TRIGGER prompt_count_deleted AFTER DELETE ON public.prompt REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT EXECUTE FUNCTION prompt_count_deleted();

CREATE TRIGGER prompt_count_inserted AFTER INSERT ON public.prompt REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION prompt_count_inserted();

CREATE TRIGGER prompt_count_updated AFTER UPDATE ON public.prompt REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION prompt_count_updated();

CREATE TRIGGER prompt_notify_deleted AFTER DELETE ON public.prompt FOR EACH ROW WHEN (old.listed) EXECUTE FUNCTION notify_prompt_changed();

CREATE TRIGGER prompt_notify_inserted AFTER INSERT ON public.prompt FOR EACH ROW WHEN (new.listed) EXECUTE FUNCTION notify_prompt_changed();

CREATE TRIGGER prompt_notify_updated AFTER UPDATE ON public.prompt FOR EACH ROW WHEN (((old.listed OR new.listed) AND (((((((((((old.id IS DISTINCT FROM new.id) OR (old.origin IS DISTINCT FROM new.origin)) OR (old.author_id IS DISTINCT FROM new.author_id)) OR (old.source_locale IS DISTINCT FROM new.source_locale)) OR (old.languages IS DISTINCT FROM new.languages)) OR (old.tag_ids IS DISTINCT FROM new.tag_ids)) OR (old.shared IS DISTINCT FROM new.shared)) OR (old.listed IS DISTINCT FROM new.listed)) OR (old.created_at IS DISTINCT FROM new.created_at)) OR (old.updated_at IS DISTINCT FROM new.updated_at)) OR (old.shared_at IS DISTINCT FROM new.shared_at)))) EXECUTE FUNCTION notify_prompt_changed();

CREATE TRIGGER prompt_removal_deleted AFTER DELETE ON public.prompt FOR EACH ROW WHEN (old.listed) EXECUTE FUNCTION prompt_keep_removal();

CREATE TRIGGER prompt_removal_inserted AFTER INSERT ON public.prompt FOR EACH ROW WHEN ((new.listed AND (new.origin = 'LIBRARY'::text))) EXECUTE FUNCTION prompt_keep_removal();

CREATE TRIGGER prompt_removal_updated AFTER UPDATE ON public.prompt FOR EACH ROW WHEN ((old.listed <> new.listed)) EXECUTE FUNCTION prompt_keep_removal();

CREATE TRIGGER prompt_search_listed AFTER UPDATE ON public.prompt FOR EACH ROW WHEN ((old.listed IS DISTINCT FROM new.listed)) EXECUTE FUNCTION prompt_search_listed();

create table prompt_copy (
  prompt_id integer not null,
  day date not null,
  visitor bytea not null,
  constraint prompt_copy_pk PRIMARY KEY (prompt_id, day, visitor),
  constraint prompt_copy_prompt_fk FOREIGN KEY (prompt_id) REFERENCES prompt(id) ON DELETE CASCADE
);

create table prompt_picture (
  prompt_id integer not null,
  locale text not null,
  version text not null,
  jpeg bytea not null,
  constraint prompt_picture_pk PRIMARY KEY (prompt_id, locale),
  constraint prompt_picture_text_fk FOREIGN KEY (prompt_id, locale) REFERENCES prompt_text(prompt_id, locale) ON DELETE CASCADE
);

create table prompt_revision (
  prompt_id integer not null,
  number integer not null,
  source_locale text not null,
  languages text[] not null,
  tag_ids integer[] not null,
  created_at timestamp(3) with time zone not null,
  replaced_parts text[] default '{}'::text[] not null,
  constraint prompt_revision_pk PRIMARY KEY (prompt_id, number),
  constraint prompt_revision_prompt_fk FOREIGN KEY (prompt_id) REFERENCES prompt(id) ON DELETE CASCADE
);

create table prompt_revision_text (
  prompt_id integer not null,
  locale text not null,
  number integer not null,
  title text not null,
  content text not null,
  remark text,
  notes text,
  constraint prompt_revision_text_pk PRIMARY KEY (prompt_id, locale, number),
  constraint prompt_revision_text_prompt_fk FOREIGN KEY (prompt_id) REFERENCES prompt(id) ON DELETE CASCADE
);

create table prompt_search (
  prompt_id integer not null,
  locale text not null,
  search tsvector not null,
  head tsvector not null,
  digest bytea not null,
  library boolean default false not null,
  constraint prompt_search_pk PRIMARY KEY (prompt_id, locale),
  constraint prompt_search_text_fk FOREIGN KEY (prompt_id, locale) REFERENCES prompt_text(prompt_id, locale) ON DELETE CASCADE
);

CREATE INDEX prompt_search_anywhere_idx ON public.prompt_search USING gin (search) WITH (fastupdate=off);

CREATE INDEX prompt_search_digest_idx ON public.prompt_search USING btree (digest, prompt_id);

CREATE INDEX prompt_search_head_idx ON public.prompt_search USING gin (head) WITH (fastupdate=off);

CREATE INDEX prompt_search_library_idx ON public.prompt_search USING gin (search) WITH (fastupdate=off) WHERE library;

CREATE INDEX prompt_search_title_idx ON public.prompt_search USING gin (ts_filter(head, '{a}'::"char"[])) WITH (fastupdate=off);

alter table prompt_search alter column search set statistics 300;

create table prompt_text (
  prompt_id integer not null,
  locale text not null,
  title text not null,
  content text not null,
  remark text,
  notes text,
  search tsvector not null,
  search_version integer not null,
  search_words text[],
  constraint prompt_text_pk PRIMARY KEY (prompt_id, locale),
  constraint prompt_text_prompt_fk FOREIGN KEY (prompt_id) REFERENCES prompt(id) ON DELETE CASCADE
);

CREATE INDEX prompt_text_pick_idx ON public.prompt_text USING btree (prompt_id) WHERE ((locale = 'en'::text) AND (prompt_id <= 1000) AND ((regexp_count(content, '\{\{[^{}]+\}\}'::text) >= 1) AND (regexp_count(content, '\{\{[^{}]+\}\}'::text) <= 4)) AND (content ~ '\{\{[^{}]*:[^{}]*\}\}'::text) AND (content !~ '(^|\n)[ \t]*\{\{[^{}]*\}\}[ \t]*(\n|$)'::text));

CREATE INDEX prompt_text_search_version_idx ON public.prompt_text USING btree (search_version);

CREATE TRIGGER prompt_search_inserted AFTER INSERT ON public.prompt_text FOR EACH ROW EXECUTE FUNCTION prompt_search_text();

CREATE TRIGGER prompt_search_updated AFTER UPDATE ON public.prompt_text FOR EACH ROW WHEN (((old.search IS DISTINCT FROM new.search) OR (old.content IS DISTINCT FROM new.content))) EXECUTE FUNCTION prompt_search_text();

CREATE TRIGGER prompt_text_languages AFTER INSERT OR DELETE ON public.prompt_text FOR EACH ROW EXECUTE FUNCTION prompt_text_languages();

CREATE TRIGGER prompt_text_notify_updated AFTER UPDATE ON public.prompt_text FOR EACH ROW WHEN (((((((old.prompt_id IS DISTINCT FROM new.prompt_id) OR (old.locale IS DISTINCT FROM new.locale)) OR (old.title IS DISTINCT FROM new.title)) OR (old.remark IS DISTINCT FROM new.remark)) OR (old.content IS DISTINCT FROM new.content)) OR (old.notes IS DISTINCT FROM new.notes))) EXECUTE FUNCTION notify_prompt_text_changed();

CREATE TRIGGER prompt_text_notify_written AFTER INSERT OR DELETE ON public.prompt_text FOR EACH ROW EXECUTE FUNCTION notify_prompt_text_changed();

create table rate_limit (
  key text not null,
  started_at timestamp(3) with time zone not null,
  hits integer not null,
  constraint rate_limit_pk PRIMARY KEY (key)
);

CREATE INDEX rate_limit_started_at_idx ON public.rate_limit USING btree (started_at);

create table removed_prompt (
  prompt_id integer not null,
  removed_at timestamp(3) with time zone not null,
  constraint removed_prompt_pk PRIMARY KEY (prompt_id)
);

CREATE INDEX removed_prompt_removed_at_idx ON public.removed_prompt USING btree (removed_at, prompt_id);

create table report (
  id bigint generated always as identity not null,
  prompt_id integer,
  reporter_id bigint,
  from_newcomer boolean not null,
  reason text not null,
  act_id bigint,
  created_at timestamp(3) with time zone default now() not null,
  comment_id bigint,
  constraint report_pk PRIMARY KEY (id),
  constraint report_act_fk FOREIGN KEY (act_id) REFERENCES moderation_act(id),
  constraint report_comment_fk FOREIGN KEY (comment_id) REFERENCES comment(id) ON DELETE CASCADE,
  constraint report_comment_reporter_unique UNIQUE (comment_id, reporter_id),
  constraint report_prompt_fk FOREIGN KEY (prompt_id) REFERENCES prompt(id) ON DELETE CASCADE,
  constraint report_prompt_reporter_unique UNIQUE (prompt_id, reporter_id),
  constraint report_reporter_fk FOREIGN KEY (reporter_id) REFERENCES user_account(id) ON DELETE SET NULL,
  constraint report_target_check CHECK ((num_nonnulls(prompt_id, comment_id) = 1))
);

CREATE INDEX report_act_idx ON public.report USING btree (act_id) WHERE (act_id IS NOT NULL);

CREATE INDEX report_comment_idx ON public.report USING btree (comment_id, id DESC);

CREATE INDEX report_prompt_idx ON public.report USING btree (prompt_id, id DESC);

CREATE INDEX report_reporter_idx ON public.report USING btree (reporter_id);

create table search_word (
  locale text not null,
  word text collate "C" not null,
  prompt_count integer not null,
  library boolean not null,
  letters integer not null,
  constraint search_word_pk PRIMARY KEY (locale, word)
);

create table session (
  id uuid default gen_random_uuid() not null,
  user_id bigint not null,
  user_agent text not null,
  created_at timestamp(3) with time zone default now() not null,
  last_used_at timestamp(3) with time zone default now() not null,
  expires_at timestamp(3) with time zone not null,
  constraint session_pk PRIMARY KEY (id),
  constraint session_user_fk FOREIGN KEY (user_id) REFERENCES account(user_id) ON DELETE CASCADE
);

CREATE INDEX session_expires_at_idx ON public.session USING btree (expires_at);

CREATE INDEX session_user_idx ON public.session USING btree (user_id, last_used_at);

CREATE TRIGGER session_announce_end AFTER DELETE ON public.session FOR EACH ROW EXECUTE FUNCTION session_announce_end();

create table signing_key (
  id uuid default gen_random_uuid() not null,
  secret bytea not null,
  created_at timestamp(3) with time zone default now() not null,
  constraint signing_key_pk PRIMARY KEY (id)
);

create table tag (
  id integer generated always as identity not null,
  slug text collate "C" not null,
  prompt_count integer default 0 not null,
  constraint tag_pk PRIMARY KEY (id),
  constraint tag_slug_check CHECK ((slug ~ '^[a-z][a-z-]{0,31}$'::text)),
  constraint tag_slug_unique UNIQUE (slug)
);

CREATE TRIGGER tag_notify_updated AFTER UPDATE ON public.tag FOR EACH ROW WHEN ((old.slug IS DISTINCT FROM new.slug)) EXECUTE FUNCTION notify_all_changed();

CREATE TRIGGER tag_notify_written AFTER INSERT OR DELETE ON public.tag FOR EACH ROW EXECUTE FUNCTION notify_all_changed();

create table tag_text (
  tag_id integer not null,
  locale text not null,
  label text not null,
  description text not null,
  constraint tag_text_pk PRIMARY KEY (tag_id, locale),
  constraint tag_text_tag_fk FOREIGN KEY (tag_id) REFERENCES tag(id) ON DELETE CASCADE
);

CREATE TRIGGER tag_text_notify_updated AFTER UPDATE ON public.tag_text FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION notify_all_changed();

CREATE TRIGGER tag_text_notify_written AFTER INSERT OR DELETE ON public.tag_text FOR EACH ROW EXECUTE FUNCTION notify_all_changed();

create table user_account (
  id bigint generated always as identity not null,
  username text not null,
  username_key text collate "C" not null,
  prompt_count integer default 0 not null,
  created_at timestamp(3) with time zone default now() not null,
  constraint user_account_pk PRIMARY KEY (id),
  constraint user_account_username_check CHECK (((char_length(username) >= 1) AND (char_length(username) <= 64))),
  constraint user_account_username_key_unique UNIQUE (username_key)
);

CREATE INDEX user_account_author_created_at_idx ON public.user_account USING btree (created_at, id) WHERE (prompt_count > 0);

CREATE INDEX user_account_author_prompt_count_idx ON public.user_account USING btree (prompt_count, id) WHERE (prompt_count > 0);

CREATE INDEX user_account_author_username_idx ON public.user_account USING btree (username_key, id) WHERE (prompt_count > 0);

CREATE TRIGGER user_account_notify_deleted AFTER DELETE ON public.user_account FOR EACH ROW EXECUTE FUNCTION notify_name_changed();

CREATE TRIGGER user_account_notify_updated AFTER UPDATE ON public.user_account FOR EACH ROW WHEN ((old.username IS DISTINCT FROM new.username)) EXECUTE FUNCTION notify_name_changed();

create table vote (
  user_id bigint not null,
  prompt_id integer not null,
  value smallint not null,
  created_at timestamp(3) with time zone default now() not null,
  constraint vote_pk PRIMARY KEY (user_id, prompt_id),
  constraint vote_prompt_fk FOREIGN KEY (prompt_id) REFERENCES prompt(id) ON DELETE CASCADE,
  constraint vote_user_fk FOREIGN KEY (user_id) REFERENCES user_account(id) ON DELETE CASCADE,
  constraint vote_value_check CHECK ((value = ANY (ARRAY['-1'::integer, 1])))
);

CREATE INDEX vote_prompt_idx ON public.vote USING btree (prompt_id);

CREATE TRIGGER vote_deleted AFTER DELETE ON public.vote REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION vote_deleted();

CREATE TRIGGER vote_inserted AFTER INSERT ON public.vote REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION vote_inserted();

CREATE TRIGGER vote_updated AFTER UPDATE ON public.vote REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION vote_updated();

CREATE OR REPLACE FUNCTION public.comment_announce()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
   begin
     if new.prompt_id is null or exists (select 1 from prompt where id = new.prompt_id and listed) then
       perform pg_notify('live', concat_ws(' ', 'comment', new.id, coalesce(new.prompt_id::text, '-'), coalesce(new.author_id::text, '-')));
     end if;
     return null;
   end $function$;

CREATE OR REPLACE FUNCTION public.comment_announce_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
   begin
     if old.live and (new.prompt_id is null or exists (select 1 from prompt where id = new.prompt_id and listed)) then
       perform pg_notify('live', concat_ws(' ', 'gone', new.id, coalesce(new.prompt_id::text, '-')));
     end if;
     perform pg_notify('live', 'notifications ' || user_id) from notification where comment_id = new.id;
     return null;
   end $function$;

CREATE OR REPLACE FUNCTION public.comment_before_insert()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
   declare answered comment;
   begin
     new.root_id := new.id;
     new.depth := 0;
     new.path := '';
     if new.parent_id is not null then
       select * into strict answered from comment where id = new.parent_id;
       new.prompt_id := answered.prompt_id;
       new.root_id := answered.root_id;
       new.depth := answered.depth + 1;
       new.path := concat_ws('/',
         nullif(case when answered.depth < 3 then answered.path else left(answered.path, 25) end, ''),
         lpad(new.id::text, 12, '0'));
     end if;
     return new;
   end $function$;

CREATE OR REPLACE FUNCTION public.comment_before_write()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
   begin
     new.live := new.deleted_at is null and not new.hidden and not new.withdrawn;
     new.shown := new.live or new.live_below > 0;
     return new;
   end $function$;

CREATE OR REPLACE FUNCTION public.comment_inserted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
   begin
     -- Counting changes the table too.
     if not exists (select id, root_id, path, prompt_id, live::int as number from new_rows where live) then return null; end if;

     with change as (select id, root_id, path, prompt_id, live::int as number from new_rows where live), delta as (
       select prompt_id, sum(number) as number from change where prompt_id is not null group by prompt_id
     ), locked as (
       select p.id, delta.number from prompt p join delta on delta.prompt_id = p.id order by p.id for no key update of p
     )
     update prompt p set comment_count = comment_count + locked.number from locked where p.id = locked.id and locked.number <> 0;

     with change as (select id, root_id, path, prompt_id, live::int as number from new_rows where live), delta as (
       select above.id, sum(number) as number from change
       cross join lateral (
         select root_id as id union all select part::bigint from unnest(string_to_array(change.path, '/')) as part
       ) above
       where above.id <> change.id group by above.id
     ), locked as (
       select c.id, delta.number from comment c join delta on delta.id = c.id order by c.id for no key update of c
     )
     update comment c set live_below = live_below + locked.number from locked where c.id = locked.id and locked.number <> 0;
     return null;
   end $function$;

CREATE OR REPLACE FUNCTION public.comment_updated()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
   begin
     -- Counting changes the table too.
     if not exists (select new_rows.id, new_rows.root_id, new_rows.path, new_rows.prompt_id, new_rows.live::int - old_rows.live::int as number
     from new_rows join old_rows using (id) where new_rows.live <> old_rows.live) then return null; end if;

     with change as (select new_rows.id, new_rows.root_id, new_rows.path, new_rows.prompt_id, new_rows.live::int - old_rows.live::int as number
     from new_rows join old_rows using (id) where new_rows.live <> old_rows.live), delta as (
       select prompt_id, sum(number) as number from change where prompt_id is not null group by prompt_id
     ), locked as (
       select p.id, delta.number from prompt p join delta on delta.prompt_id = p.id order by p.id for no key update of p
     )
     update prompt p set comment_count = comment_count + locked.number from locked where p.id = locked.id and locked.number <> 0;

     with change as (select new_rows.id, new_rows.root_id, new_rows.path, new_rows.prompt_id, new_rows.live::int - old_rows.live::int as number
     from new_rows join old_rows using (id) where new_rows.live <> old_rows.live), delta as (
       select above.id, sum(number) as number from change
       cross join lateral (
         select root_id as id union all select part::bigint from unnest(string_to_array(change.path, '/')) as part
       ) above
       where above.id <> change.id group by above.id
     ), locked as (
       select c.id, delta.number from comment c join delta on delta.id = c.id order by c.id for no key update of c
     )
     update comment c set live_below = live_below + locked.number from locked where c.id = locked.id and locked.number <> 0;
     return null;
   end $function$;

CREATE OR REPLACE FUNCTION public.favorite_count()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
   begin
     with delta as (
       select prompt_id, case tg_op when 'INSERT' then count(*) else -count(*) end as change from changed_rows group by prompt_id
     ), locked as (
       select p.id, delta.change from prompt p join delta on delta.prompt_id = p.id order by p.id for no key update of p
     )
     update prompt p set favorite_count = favorite_count + locked.change from locked where p.id = locked.id;
     return null;
   end $function$;

CREATE OR REPLACE FUNCTION public.moderation_act_is_final()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
   begin
     raise exception 'What moderators did is not changed any more.' using errcode = 'restrict_violation';
   end $function$;

CREATE OR REPLACE FUNCTION public.notification_announce()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
   begin
     perform pg_notify('live', 'notifications ' || user_id) from (select distinct user_id from changed) member;
     return null;
   end $function$;

CREATE OR REPLACE FUNCTION public.notify_all_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
   begin
     perform pg_notify('page_change', 'all');
     return null;
   end $function$;

CREATE OR REPLACE FUNCTION public.notify_comment_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
   begin
     if new.prompt_id is null then
       perform pg_notify('page_change', 'purge comments:feedback');
     elsif exists (select 1 from prompt where id = new.prompt_id and listed) then
       perform pg_notify('page_change', 'purge comments:' || new.prompt_id);
     end if;
     return null;
   end $function$;

CREATE OR REPLACE FUNCTION public.notify_name_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
   begin
     perform pg_notify('page_change', 'purge user:' || old.id);
     if tg_op = 'UPDATE' and (old.prompt_count > 0 or new.prompt_count > 0) then
       perform pg_notify('page_change', 'refresh list:community');
     end if;
     return null;
   end $function$;

CREATE OR REPLACE FUNCTION public.notify_prompt_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
   begin
     if tg_op <> 'INSERT' then
       perform pg_notify('page_change', 'purge prompt:' || old.id);
     end if;
     if tg_op <> 'UPDATE' then
       perform pg_notify('page_change', 'refresh list:' || lower(coalesce(new.origin, old.origin)));
     elsif (old.origin, old.author_id, old.languages, old.tag_ids, old.listed, old.created_at, old.shared_at) is distinct from (new.origin, new.author_id, new.languages, new.tag_ids, new.listed, new.created_at, new.shared_at) then
       perform pg_notify('page_change', 'refresh list:' || lower(new.origin));
     end if;
     return null;
   end $function$;

CREATE OR REPLACE FUNCTION public.notify_prompt_text_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
   declare
     changed integer := coalesce(new.prompt_id, old.prompt_id);
     place text := (select lower(origin) from prompt where id = changed and listed);
   begin
     if place is not null then
       perform pg_notify('page_change', 'purge prompt:' || changed);
       perform pg_notify('page_change', 'refresh texts:' || place);
     end if;
     return null;
   end $function$;

CREATE OR REPLACE FUNCTION public.prompt_apply_counts(removed jsonb, added jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
   begin
     with delta as (
       select id, sum(change) as change from (
         select tag_id::integer as id, -1 as change from jsonb_array_elements(removed) row, jsonb_array_elements_text(row->'tags') tag_id
         union all
         select tag_id::integer, 1 from jsonb_array_elements(added) row, jsonb_array_elements_text(row->'tags') tag_id
       ) changes group by id having sum(change) <> 0
     ), locked as (
       select tag.id, delta.change from tag join delta on delta.id = tag.id order by tag.id for no key update of tag
     )
     update tag set prompt_count = prompt_count + locked.change from locked where tag.id = locked.id;

     with delta as (
       select id, sum(change) as change from (
         select (row->>'author')::bigint as id, -1 as change from jsonb_array_elements(removed) row
         union all
         select (row->>'author')::bigint, 1 from jsonb_array_elements(added) row
       ) changes where id is not null group by id having sum(change) <> 0
     ), locked as (
       select u.id, delta.change from user_account u join delta on delta.id = u.id order by u.id for no key update of u
     )
     update user_account u set prompt_count = prompt_count + locked.change from locked where u.id = locked.id;
   end $function$;

CREATE OR REPLACE FUNCTION public.prompt_before_write()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
   begin
     if new.shared and new.author_id is not null then new.shared_at := coalesce(new.shared_at, now()); end if;
     new.listed := (new.origin = 'LIBRARY' or new.shared) and new.deleted_at is null and not new.hidden and not new.withdrawn;
     new.upvote_difference := new.upvotes - new.downvotes;
     
     if tg_op = 'INSERT' or new.updated_at is distinct from old.updated_at then
       new.written_at := new.updated_at;
     elsif new.listed and not old.listed then
       new.updated_at := greatest(clock_timestamp(), old.updated_at + interval '1 millisecond');
     end if;
     if tg_op = 'INSERT' or new.tag_ids is distinct from old.tag_ids then
       if exists (select 1 from unnest(new.tag_ids) as wanted where not exists (select 1 from tag where tag.id = wanted)) then
         raise exception 'prompt % has a tag that does not exist', new.id using errcode = 'foreign_key_violation';
       end if;
     end if;
     return new;
   end $function$;

CREATE OR REPLACE FUNCTION public.prompt_count_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
   begin
     perform prompt_apply_counts(coalesce((select jsonb_agg(jsonb_build_object('author', author_id, 'tags', tag_ids)) from before_rows where listed), '[]'), '[]');
     return null;
   end $function$;

CREATE OR REPLACE FUNCTION public.prompt_count_inserted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
   begin
     perform prompt_apply_counts('[]', coalesce((select jsonb_agg(jsonb_build_object('author', author_id, 'tags', tag_ids)) from after_rows where listed), '[]'));
     return null;
   end $function$;

CREATE OR REPLACE FUNCTION public.prompt_count_updated()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_nestloop TO 'off'
AS $function$
   begin
     perform prompt_apply_counts(
       coalesce((select jsonb_agg(jsonb_build_object('author', o.author_id, 'tags', o.tag_ids)) from before_rows o join after_rows n using (id)
                 where o.listed and (o.listed, o.tag_ids, o.author_id) is distinct from (n.listed, n.tag_ids, n.author_id)), '[]'),
       coalesce((select jsonb_agg(jsonb_build_object('author', n.author_id, 'tags', n.tag_ids)) from before_rows o join after_rows n using (id)
                 where n.listed and (o.listed, o.tag_ids, o.author_id) is distinct from (n.listed, n.tag_ids, n.author_id)), '[]'));
     return null;
   end $function$;

CREATE OR REPLACE FUNCTION public.prompt_digest(content text)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
     select sha256(convert_to(btrim(regexp_replace(normalize(content, nfc), '[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g'), ' '), 'UTF8'))
   $function$;

CREATE OR REPLACE FUNCTION public.prompt_keep_removal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
   begin
     if new.listed then
       delete from removed_prompt where prompt_id = new.id;
     else
       insert into removed_prompt (prompt_id, removed_at) values (old.id, clock_timestamp())
       on conflict (prompt_id) do update set removed_at = excluded.removed_at;
     end if;
     return null;
   end $function$;

CREATE OR REPLACE FUNCTION public.prompt_search_listed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
     begin
       if new.listed then
         insert into prompt_search (prompt_id, locale, search, head, digest, library)
         select prompt_id, locale, search, ts_filter(search, '{a,b,d}'), prompt_digest(content), new.origin = 'LIBRARY'
         from prompt_text where prompt_id = new.id
         on conflict (prompt_id, locale) do nothing;
       else
         delete from prompt_search where prompt_id = new.id;
       end if;
       return null;
     end $function$;

CREATE OR REPLACE FUNCTION public.prompt_search_text()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
     declare is_listed boolean; is_library boolean;
     begin
       select listed, origin = 'LIBRARY' into is_listed, is_library from prompt where id = new.prompt_id for no key update;
       if is_listed then
         insert into prompt_search (prompt_id, locale, search, head, digest, library)
         values (new.prompt_id, new.locale, new.search, ts_filter(new.search, '{a,b,d}'), prompt_digest(new.content), is_library)
         on conflict (prompt_id, locale) do update set search = excluded.search, head = excluded.head, digest = excluded.digest;
       end if;
       return null;
     end $function$;

CREATE OR REPLACE FUNCTION public.prompt_text_languages()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
   declare changed integer := coalesce(new.prompt_id, old.prompt_id);
   begin
     -- Waits for a parallel writer of the same prompt's texts; the next statement then sees what that one wrote.
     perform from prompt where id = changed for no key update;
     update prompt set languages = coalesce((select array_agg(locale order by locale) from prompt_text where prompt_id = changed), '{}')
     where id = changed;
     return null;
   end $function$;

CREATE OR REPLACE FUNCTION public.search_estimate(query tsquery)
 RETURNS double precision
 LANGUAGE plpgsql
AS $function$
   declare plan json;
   begin
     execute format('explain (format json) select from prompt_search where search @@ %L::tsquery', query) into plan;
     return plan -> 0 -> 'Plan' ->> 'Plan Rows';
   end $function$;

CREATE OR REPLACE FUNCTION public.search_letters(word text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
     select coalesce(bit_or(1 << (ascii(letter) % 31)), 0) from unnest(string_to_array(word, null)) as letter
   $function$;

CREATE OR REPLACE FUNCTION public.search_title_estimate(query tsquery)
 RETURNS double precision
 LANGUAGE plpgsql
AS $function$
   declare plan json;
   begin
     execute format('explain (format json) select from prompt_search where ts_filter(head, ''{a}'') @@ %L::tsquery', query) into plan;
     return plan -> 0 -> 'Plan' ->> 'Plan Rows';
   end $function$;

CREATE OR REPLACE FUNCTION public.session_announce_end()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
   begin
     perform pg_notify('live', 'session ' || old.id);
     return null;
   end $function$;

CREATE OR REPLACE FUNCTION public.void_digest_links()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
   begin
     delete from digest_link where user_id = new.user_id;
     return null;
   end $function$;

CREATE OR REPLACE FUNCTION public.vote_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
   begin
     with delta as (
       select prompt_id, coalesce(sum(number) filter (where value = 1), 0) as up, coalesce(sum(number) filter (where value = -1), 0) as down
       from (select prompt_id, value, -1 as number from old_rows) as change group by prompt_id
     ), locked as (
       select p.id, delta.up, delta.down from prompt p join delta on delta.prompt_id = p.id order by p.id for no key update of p
     )
     update prompt p set upvotes = upvotes + locked.up, downvotes = downvotes + locked.down from locked where p.id = locked.id;
     return null;
   end $function$;

CREATE OR REPLACE FUNCTION public.vote_inserted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
   begin
     with delta as (
       select prompt_id, coalesce(sum(number) filter (where value = 1), 0) as up, coalesce(sum(number) filter (where value = -1), 0) as down
       from (select prompt_id, value, 1 as number from new_rows) as change group by prompt_id
     ), locked as (
       select p.id, delta.up, delta.down from prompt p join delta on delta.prompt_id = p.id order by p.id for no key update of p
     )
     update prompt p set upvotes = upvotes + locked.up, downvotes = downvotes + locked.down from locked where p.id = locked.id;
     return null;
   end $function$;

CREATE OR REPLACE FUNCTION public.vote_updated()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
   begin
     with delta as (
       select prompt_id, coalesce(sum(number) filter (where value = 1), 0) as up, coalesce(sum(number) filter (where value = -1), 0) as down
       from (select prompt_id, value, 1 as number from new_rows union all select prompt_id, value, -1 from old_rows) as change group by prompt_id
     ), locked as (
       select p.id, delta.up, delta.down from prompt p join delta on delta.prompt_id = p.id order by p.id for no key update of p
     )
     update prompt p set upvotes = upvotes + locked.up, downvotes = downvotes + locked.down from locked where p.id = locked.id;
     return null;
   end $function$;
