-- Questionnaires, matters, their people, and the counts of matters.

-- For searching by a part of a name: a trigram index led by the firm. Both extensions ship with PostgreSQL, and a
-- database's owner may create them.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- A cached response is valid while its revision is unchanged (docs/decisions/0040-revisions-and-etags.md). A revision
-- is a random name, not a number: after a restore, or when a promoted replica lacks the last transactions, numbers
-- would recur for different content.
create table firm_revisions (
  firm_id text collate "C" primary key default current_firm() references firms (id) on delete cascade,
  matters uuid not null default gen_random_uuid(),
  questionnaires uuid not null default gen_random_uuid(),
  events uuid not null default gen_random_uuid()
);
comment on table firm_revisions is 'A revision for each of a firm''s lists, which changes whenever anything the list shows does.';
call protect_firm_table('firm_revisions');

-- Runs at the end of the transaction, after all its other locks: a transaction waiting for this row holds nothing that
-- the row's holder could still want.
create function move_revision_of_list() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  firm text := coalesce(new.firm_id, old.firm_id);
  list constant text := coalesce(tg_argv[0], tg_table_name);
  moved text := firm || ' ' || list;
begin
  if current_setting('foyer.moved', true) is distinct from moved then
    -- Selects from firms, because there is no row to write while the firm itself is being removed.
    insert into firm_revisions as r (firm_id) select id from firms where id = firm
    on conflict (firm_id) do update set
      matters = case list when 'matters' then excluded.matters else r.matters end,
      questionnaires = case list when 'questionnaires' then excluded.questionnaires else r.questionnaires end,
      events = case list when 'events' then excluded.events else r.events end;
    perform set_config('foyer.moved', moved, true);
  end if;
  return null;
end $$;
alter function move_revision_of_list owner to foyer_platform;
revoke all on function move_revision_of_list from public;

create function move_revision_of_matter() returns trigger language plpgsql as $$
begin
  -- The matter's own trigger assigns the new revision.
  update matters m set revision = m.revision
    from (select distinct firm_id, matter_id from changed) c where m.firm_id = c.firm_id and m.id = c.matter_id;
  return null;
end $$;

-- Makes a table's rows change a revision: their matter's, or, with list_columns (or 'all'), that of the firm's list
-- named after the table.
create procedure move_revision_with(name regclass, list_columns text default null) language plpgsql as $$
declare
  change text;
begin
  if list_columns is not null then
    execute format('create constraint trigger moves_revision_of_list after insert or delete or update %s on %s'
                   ' deferrable initially deferred for each row execute function move_revision_of_list()',
                   case list_columns when 'all' then '' else 'of ' || list_columns end, name);
    return;
  end if;
  foreach change in array array['insert', 'update', 'delete'] loop
    execute format('create trigger moves_revision_by_%1$s after %1$s on %2$s referencing %3$s table as changed'
                   ' for each statement execute function move_revision_of_matter()',
                   change, name, case change when 'delete' then 'old' else 'new' end);
  end loop;
end $$;
comment on procedure move_revision_with is 'Makes every change of a table''s rows change the revision of their matter, or of the firm''s list named after the table.';

create table questionnaires (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  title text not null,
  title_es text not null default '',
  internal_type text not null,
  approach text not null check (approach in ('planning', 'business', 'rep-living', 'rep-deceased')),
  url_short_name text not null check (url_short_name ~ '^[a-z0-9-]{1,60}$'),
  active boolean not null default true,
  has_start_page boolean not null default false,
  current_version integer,
  draft jsonb,
  draft_revision integer not null default 0,
  default_assignee_id record_id,
  archived_at timestamptz,
  created_at timestamptz not null,
  shown_since timestamptz not null default now(),
  primary key (firm_id, id),
  unique (firm_id, url_short_name),
  foreign key (firm_id, default_assignee_id) references users (firm_id, id)
);
comment on table questionnaires is 'What a firm asks. The questions themselves are in its versions.';
comment on column questionnaires.title_es is 'The title for clients who read Spanish; empty: the title.';
comment on column questionnaires.has_start_page is 'Whether its public page, at its short name, accepts inquiries.';
comment on column questionnaires.current_version is 'The version new matters start with; NULL until first published.';
comment on column questionnaires.default_assignee_id is 'Who is responsible for matters that the API creates; NULL for no one.';
comment on column questionnaires.shown_since is 'When something of it that API reads of its matters show last changed.';
comment on column questionnaires.draft is 'The definition being edited, not yet a version.';
call protect_firm_table('questionnaires', clients => 'true', clients_write => 'false');
create function note_shown_since() returns trigger language plpgsql as $$
begin
  new.shown_since := now();
  return new;
end $$;
create trigger notes_shown_since before update on questionnaires for each row
  when ((old.internal_type, old.approach, old.url_short_name,
         old.active and old.current_version is not null and old.archived_at is null)
        is distinct from (new.internal_type, new.approach, new.url_short_name,
         new.active and new.current_version is not null and new.archived_at is null))
  execute function note_shown_since();
call move_revision_with('questionnaires', 'internal_type, approach, url_short_name, active, current_version, archived_at');

create table questionnaire_versions (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  questionnaire_id record_id not null,
  number integer not null check (number > 0),
  definition jsonb not null,
  published_by record_id default current_actor(),
  published_at timestamptz not null,
  primary key (firm_id, questionnaire_id, number),
  foreign key (firm_id, questionnaire_id) references questionnaires (firm_id, id)
);
comment on table questionnaire_versions is 'Published definitions. A version never changes; a matter stays on the one it started with.';
comment on column questionnaire_versions.definition is 'Sections in order, as described in server/definition/definition.ts.';
call protect_firm_table('questionnaire_versions', clients => 'true', clients_write => 'false');

create function separate_parts_of(definition jsonb) returns text[] language sql immutable parallel safe
  return array(select part from jsonb_path_query(definition, '$.sections[*] ? (@.answered_alone == true)') section,
               lateral (select section ->> 'id' union all select q ->> 'id' from jsonb_path_query(section, '$.questions[*]') q
                        union all select r ->> 'id' from jsonb_path_query(section, '$.requests[*]') r) parts (part));
comment on function separate_parts_of is 'Ids of the sections that each of two clients answers separately, and of their questions and requests.';

create table draft_steps (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  questionnaire_id record_id not null,
  number integer not null,
  definition jsonb,
  words text not null,
  is_undone boolean not null default false,
  saved_by record_id default current_actor(),
  saved_at timestamptz not null,
  primary key (firm_id, questionnaire_id, number),
  foreign key (firm_id, questionnaire_id) references questionnaires (firm_id, id) on delete cascade
);
comment on table draft_steps is 'Edits of a draft since it was last published, for undo and redo.';
comment on column draft_steps.definition is 'The draft on the other side of the step: before it, or after it once undone. NULL if there was none.';
call protect_firm_table('draft_steps');

create table draft_comments (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  questionnaire_id record_id not null,
  part_id text not null,
  text text not null check (length(text) between 1 and 5000),
  written_by record_id default current_actor(),
  written_at timestamptz not null,
  resolved_by record_id,
  resolved_at timestamptz,
  primary key (firm_id, id),
  check ((resolved_at is null) = (resolved_by is null)),
  foreign key (firm_id, questionnaire_id) references questionnaires (firm_id, id) on delete cascade
);
comment on table draft_comments is 'Staff comments on a section or question of a draft. Publishing removes those whose part is gone.';
comment on column draft_comments.part_id is 'The section, the part, or for a group of people its section''s id, a dot, and its name.';
create index draft_comments_of_part on draft_comments (firm_id, questionnaire_id, part_id, id);
call protect_firm_table('draft_comments');

create table draft_mentions (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  comment_id record_id not null,
  user_id record_id not null,
  mentioned_at timestamptz not null,
  read_at timestamptz,
  primary key (firm_id, comment_id, user_id),
  foreign key (firm_id, comment_id) references draft_comments (firm_id, id) on delete cascade
);
comment on table draft_mentions is 'Users a comment mentions with an @, and when they read it.';
create index draft_mentions_of_user on draft_mentions (firm_id, user_id, mentioned_at desc);
create index draft_mentions_unread on draft_mentions (firm_id, user_id) where read_at is null;
call protect_firm_table('draft_mentions');

create table bank_questions (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  type text not null,
  prompt text not null,
  question jsonb not null,
  saved_by record_id default current_actor(),
  saved_at timestamptz not null,
  primary key (firm_id, id)
);
comment on table bank_questions is 'Questions a firm saves in its library, for drafts to copy.';
comment on column bank_questions.prompt is 'In English. Together with the type it identifies the question.';
comment on column bank_questions.question is 'As described in server/definition/definition.ts, without a condition or a formula.';
create unique index bank_questions_once on bank_questions (firm_id, type, md5(prompt));
call protect_firm_table('bank_questions');

alter table questionnaires add foreign key (firm_id, id, current_version)
  references questionnaire_versions (firm_id, questionnaire_id, number) deferrable initially deferred;

-- Removes case, accents, invisible characters, apostrophes, and dots; every other punctuation mark becomes a space. Applied to both the
-- stored text and the search text.
create function fold_text(value text) returns text language sql immutable parallel safe
return btrim(regexp_replace(regexp_replace(replace(replace(replace(replace(replace(translate(
  lower(regexp_replace(normalize(value, NFKD), '[\u0300-\u036f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\ufe0f\ufeff\ufff9-\ufffb\U000e0001-\U000e007f]', '', 'g') collate "default"),
  'øđłħŧıςð', 'odlhtiσd'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'ẞ', 'ss'),
  '[.''’‘ʼʹ`´]', '', 'g'), '[-‐‑‒–—−_·・•§/\\,;:!?¿¡"“”„«»()\[\]{}<>|*#&=+~^%$@\s]+', ' ', 'g'));
comment on function fold_text is 'A text in the form the search compares: words in lowercase without accents, between single spaces.';

create function compact_file_number(file_number text) returns text language sql immutable parallel safe
return replace(fold_text(file_number), ' ', '');
comment on function compact_file_number is 'A file number as it is compared: without case, accents, punctuation, and spaces.';

-- "HP-2024.0137" is also found as "hp2024 0137", "0137", "137", and "HP20240137".
create function fold_file_number(file_number text) returns text language sql immutable parallel safe
return (
  select concat_ws(' ', parts, nullif(regexp_replace(parts, '(^| )0+(?=[0-9])', '\1', 'g'), parts), compact_file_number(file_number))
    from regexp_replace(regexp_replace(fold_text(translate(file_number, '.', ' ')), '([^0-9 ])(?=[0-9])', '\1 ', 'g'),
                        '([0-9])(?=[^0-9 ])', '\1 ', 'g') parts
   where parts <> '');
comment on function fold_file_number is 'The words by which a file number is found: its runs of letters and of digits, with and without leading zeros, and all of it in one word.';

create table matters (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  name text not null check (length(name) between 1 and 200),
  search_name text not null,
  open_date date not null,
  close_date date,
  questionnaire_id record_id not null,
  questionnaire_version integer not null,
  client_type text not null check (client_type in ('self', 'representative')),
  contact_main_id record_id not null,
  contact_main_status text not null default 'living' check (contact_main_status in ('living', 'deceased', 'incapacitated')),
  contact_main_marital_status text not null default ''
    check (contact_main_marital_status in ('', 'single', 'married', 'life_partner', 'divorced', 'widowed', 'separated')),
  contact_spouse_id record_id,
  contact_representative_id record_id,
  number_of_children integer check (number_of_children between 0 and 99),
  is_submitted boolean not null default false,
  client_may_edit boolean not null default true,
  client_could_edit_before_close boolean,
  context jsonb,
  assignee_id record_id,
  file_number text not null default '' check (length(file_number) <= 60),
  search_number text not null generated always as (compact_file_number(file_number)) stored,
  due_on date,
  due_order date not null generated always as (coalesce(due_on, 'infinity')) stored,
  reminders_off boolean not null default false,
  is_restricted boolean not null default false,
  separate_parts text[] not null default '{}',
  sharing_paused_at timestamptz,
  started_at timestamptz,
  submitted_at timestamptz,
  completed_at timestamptz,
  state text not null generated always as (
    case when close_date is not null then 'closed' when completed_at is not null then 'completed'
         when is_submitted then 'submitted' when started_at is not null then 'started' else 'created' end) stored,
  last_activity_at timestamptz not null,
  revision uuid not null default gen_random_uuid(),
  updated_at timestamptz not null default now(),
  created_at timestamptz not null,
  primary key (firm_id, id),
  foreign key (firm_id, questionnaire_id, questionnaire_version)
    references questionnaire_versions (firm_id, questionnaire_id, number),
  foreign key (firm_id, assignee_id) references users (firm_id, id)
);
comment on table matters is 'One intake: a client''s file, filled in through the portal and read by the firm.';
comment on column matters.search_name is 'The name in lowercase without accents, for search; on a second line without apostrophes, dots, and hyphens, if it has any.';
comment on column matters.number_of_children is 'The client''s own answer, not a count of contacts; NULL until answered, which the API returns as 0.';
comment on column matters.client_could_edit_before_close is 'The value of client_may_edit when the matter was closed; reopening restores it.';
comment on column matters.context is 'The integrator''s own key-value pairs, repeated in every event.';
comment on column matters.file_number is 'The firm''s own number; empty for none.';
comment on column matters.search_number is 'The file number without case, accents, punctuation, and spaces, for search.';
comment on column matters.due_on is 'The day by which the firm wants the matter done.';
comment on column matters.due_order is 'The same for indexes; matters without a day come last.';
comment on column matters.reminders_off is 'Excludes the matter from scheduled reminders and from reminding many matters at once.';
comment on column matters.is_restricted is 'Only users in matter_access may see it.';
comment on column matters.separate_parts is 'Sections that each of two clients answers separately, and their questions; fixed by the firm''s settings when the matter was created.';
comment on column matters.sharing_paused_at is 'Since when neither of two clients sees the questionnaire, because the marital status no longer says that both take part; NULL once answered.';
comment on column matters.revision is 'Changes with anything an API read of the matter shows.';
comment on column matters.updated_at is 'When the revision last changed, or the matter was restored.';
-- With each name and number, so that a search for a frequent part of them reads the index only.
create index matters_newest_first on matters (firm_id, open_date desc, id desc) include (search_name, search_number);
create index matters_by_state on matters (firm_id, state, open_date desc, id desc);
create index matters_by_submitted on matters (firm_id, is_submitted, open_date desc, id desc);
create index matters_by_assignee on matters (firm_id, assignee_id, open_date desc, id desc);
create index matters_by_questionnaire on matters (firm_id, questionnaire_id, open_date desc, id desc);
create index matters_by_version on matters (firm_id, questionnaire_id, questionnaire_version, search_name, id) where close_date is null;
-- One index for each sort order of the list.
create index matters_in_order_of_name on matters (firm_id, search_name, id);
create index matters_in_order_of_activity on matters (firm_id, last_activity_at, id);
create index matters_in_order_of_due_date on matters (firm_id, due_order, id);
create index matters_by_update on matters (firm_id, updated_at, id);
create index matters_by_file_number on matters (firm_id, file_number) where file_number <> '';
-- Each trigram of a name after the end of the firm's id: every firm has its own posting lists, so a search reads
-- neither a neighbor's lists nor the firm's long list of all its matters.
create function name_parts(of_firm text, name text) returns text[] language sql immutable parallel safe
return array(select right(of_firm, 8) || substr(name, place, 3) from generate_series(1, length(name) - 2) place);
create index matters_by_name on matters using gin (name_parts(firm_id, search_name)) with (gin_pending_list_limit = 64);
create index matters_by_part_of_number on matters using gin (name_parts(firm_id, search_number)) with (gin_pending_list_limit = 64)
  where search_number <> '';
-- The home page's queues: each walks only its own matters in its own order, however many others the firm has and
-- however many share a timestamp.
create index matters_sent_in on matters (firm_id, submitted_at, id)
  where submitted_at is not null and completed_at is null and close_date is null;
create index matters_filled_in on matters (firm_id, last_activity_at, id)
  where submitted_at is null and completed_at is null and close_date is null;
create index matters_without_assignee on matters (firm_id, created_at, id)
  where assignee_id is null and completed_at is null and close_date is null;
create index matters_due on matters (firm_id, due_order, id)
  where due_on is not null and completed_at is null and close_date is null;
create index matters_by_close_date on matters (firm_id, close_date) where close_date is not null;
create index matters_restricted on matters (firm_id, id) where is_restricted;
-- Matters of all firms whose clients may be due for a reminder.
create index matters_open on matters (firm_id, id) where completed_at is null and close_date is null;
call protect_firm_table('matters', helpers => 'true');

-- Fixed at creation: neither turning the feature off nor a later version opens anything that was answered separately.
create function store_separate_parts() returns trigger language plpgsql as $$
begin
  if new.client_type = 'self' and (tg_op = 'UPDATE' and new.separate_parts <> '{}' or exists (
       select from firms where id = new.firm_id and settings -> 'answers_alone' = 'true')) then
    new.separate_parts := (select array(select unnest(new.separate_parts) union select unnest(separate_parts_of(definition)))
                          from questionnaire_versions
                         where firm_id = new.firm_id and questionnaire_id = new.questionnaire_id
                           and number = new.questionnaire_version);
  end if;
  return new;
end $$;
create trigger separate_parts before insert or update of questionnaire_version on matters
  for each row execute function store_separate_parts();

-- Who may see a restricted matter. A deleted matter leaves its access list behind, so it stays restricted in the audit
-- log, in what remains of it, and when it is restored.
create table matter_access (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  matter_id record_id not null,
  user_id record_id not null,
  added_by record_id default current_actor(),
  added_at timestamptz not null,
  primary key (firm_id, matter_id, user_id),
  foreign key (firm_id, user_id) references users (firm_id, id)
);
comment on table matter_access is 'The staff who may see a restricted matter. A matter without a row here is open to all.';
comment on column matter_access.matter_id is 'No foreign key: what remains of a deleted matter stays restricted.';
call protect_firm_table('matter_access', clients => 'false');
create function forget_hidden_matters() returns trigger language plpgsql as $$
begin
  perform set_config('foyer.hidden_matters', '', true), set_config('foyer.readable_matter', '', true);
  return null;
end $$;
comment on function forget_hidden_matters is 'Makes hidden_matters read the lists again, which this transaction changed, and clears readable_matter.';
create trigger closed after insert or update or delete on matter_access for each statement execute function forget_hidden_matters();

-- Admins who are kept out may add themselves; the audit log records it and everyone on the list is notified. These two
-- functions ignore the restriction, and reveal no more about the matter than that requires.
create function list_matters_closed_to_admin() returns table (matter_id text, restricted_at timestamptz, people text[])
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from users where firm_id = current_firm() and id = current_viewer() and role = 'admin') then return; end if;
  return query
  select a.matter_id::text, min(a.added_at), array_agg(a.user_id::text order by a.user_id) from matter_access a
    join matters m on m.firm_id = a.firm_id and m.id = a.matter_id
   where a.firm_id = current_firm() group by 1 having not bool_or(a.user_id = current_viewer());
end $$;
comment on function list_matters_closed_to_admin is 'Restricted matters hidden from the current admin: since when, and who may see them. Returns nothing for other users.';
alter function list_matters_closed_to_admin owner to foyer_platform;
create function let_admin_in(matter text, at timestamptz) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into matter_access (firm_id, matter_id, user_id, added_by, added_at)
  select current_firm(), c.matter_id, current_viewer(), current_actor(), at
    from list_matters_closed_to_admin() c where c.matter_id = matter;
  return found;
end $$;
comment on function let_admin_in is 'Adds the current admin to the access list of a matter restricted to others; false for other users.';
alter function let_admin_in owner to foyer_platform;
revoke all on function let_admin_in from public;
grant execute on function let_admin_in to foyer_firm, foyer_platform;
revoke all on function list_matters_closed_to_admin, let_admin_in from public;
grant execute on function list_matters_closed_to_admin to foyer_firm, foyer_platform;
grant execute on function let_admin_in to foyer_firm;

create function move_revision() returns trigger language plpgsql as $$
begin
  new.revision := gen_random_uuid();
  -- The same for all updates of a transaction, so that only the first has to write the index.
  new.updated_at := now();
  return new;
end $$;
create trigger moves_revision before insert or update on matters for each row execute function move_revision();
call move_revision_with('matters', 'name, search_name, open_date, close_date, questionnaire_id, is_submitted,'
  ' started_at, completed_at, assignee_id, file_number, due_on, context');

create table matter_contexts (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  matter_id record_id not null,
  key text collate "C" not null,
  value text collate "C" not null,
  primary key (firm_id, matter_id, key),
  -- Deferrable, so that tables_of_matters skips this table: a restored matter's rows come from its context.
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade deferrable
);
comment on table matter_contexts is 'Each pair of a matter''s context, which never changes, to find the matter by it.';
comment on column matter_contexts.value is 'Whole numbers in digits, as in a URL.';
create index matters_by_context on matter_contexts (firm_id, key, value, matter_id);
call protect_firm_table('matter_contexts', clients => 'false');
create function store_context() returns trigger language plpgsql as $$
begin
  insert into matter_contexts (firm_id, matter_id, key, value)
  select a.firm_id, a.id, pair.key, pair.value from added a cross join lateral jsonb_each_text(a.context) pair
   where jsonb_typeof(a.context) = 'object';
  return null;
end $$;
create trigger stores_context after insert on matters referencing new table as added
  for each statement execute function store_context();

create table matter_tags (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  matter_id record_id not null,
  tag text collate "C" not null check (length(tag) between 1 and 40),
  primary key (firm_id, tag, matter_id),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade
);
comment on table matter_tags is 'Tags by which a firm files its matters; clients don''t see them.';
create index tags_of_matter on matter_tags (firm_id, matter_id);
call protect_firm_table('matter_tags', clients => 'false');
call move_revision_with('matter_tags');
create constraint trigger moves_revision_of_list after insert or delete on matter_tags
  deferrable initially deferred for each row execute function move_revision_of_list('matters');

create table matter_views (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  user_id record_id not null default current_actor(),
  name text not null check (length(name) between 1 and 40),
  query text not null check (length(query) <= 2000),
  is_shared boolean not null,
  created_at timestamptz not null,
  primary key (firm_id, id),
  foreign key (firm_id, user_id) references users (firm_id, id)
);
comment on table matter_views is 'Saved filters and order of the list of matters, personal or shared with the firm.';
comment on column matter_views.query is 'Query parameters of the list''s URL.';
call protect_firm_table('matter_views', clients => 'false');

-- How many matters there are, without counting them, and where in a list the ten-thousandth is, without walking there.
-- A matter is in three lists: all of the firm's, which is '', its assignee's (or 'none'), and its questionnaire's. A
-- list is divided into stretches of a few thousand matters, ordered by open date and id. Each row here is the number of
-- matters of one kind in the stretch that begins at open_date and id.
create table matter_counts (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  list text collate "C" not null,
  open_date date not null,
  id text collate "C" not null,
  state text not null,
  is_submitted boolean not null,
  approach text not null,
  matters integer not null,
  primary key (firm_id, list, open_date, id, state, is_submitted, approach)
);
comment on table matter_counts is 'Number of matters by list, stretch of the list, and kind; exact together with matter_count_changes.';
comment on column matter_counts.id is 'With open_date, where the stretch begins; the first one at -infinity and ''''.';
call protect_firm_table('matter_counts');

-- Changes since then, one row for each matter that was added, removed, or changed its kind. Transactions that write
-- matters only insert rows here, so that no two of them wait for each other; one in fifty adds the rows up.
create table matter_count_changes (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  list text collate "C" not null,
  open_date date not null,
  id text collate "C" not null,
  state text not null,
  is_submitted boolean not null,
  approach text not null,
  matters integer not null
);
comment on table matter_count_changes is 'Matters added (1) and removed (-1) since matter_counts was last updated.';
comment on column matter_count_changes.id is 'With open_date, the matter''s position in the list.';
create index matter_count_changes_in_order on matter_count_changes (firm_id, list, open_date, id);
call protect_firm_table('matter_count_changes');

-- Shared counts leave out restricted matters, which are counted for each reader who may see them.
create view matters_not_yet_counted with (security_invoker) as
select firm_id, list, open_date, id, state, is_submitted, approach, matters from matter_count_changes
union all
select m.firm_id, l.list, m.open_date, m.id, m.state, m.is_submitted, q.approach, 1
  from matters m join questionnaires q on q.firm_id = m.firm_id and q.id = m.questionnaire_id
 cross join lateral unnest(array['', coalesce(m.assignee_id, 'none'), m.questionnaire_id]) l (list)
 where m.is_restricted;
comment on view matters_not_yet_counted is 'What to add to matter_counts: changes since, and the restricted matters the current viewer may see.';
grant select on matters_not_yet_counted to foyer_firm, foyer_platform;

-- Adds up the changes and splits stretches that have grown too long. Each statement deletes and adds within one
-- snapshot, so that concurrent writes are neither lost nor counted twice. Runs once at a time for each firm; a second
-- caller skips the work.
create function add_up_matter_counts(of_firm text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  length constant integer := 2048;
  long record;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('matter_counts ' || of_firm, 0)) then return; end if;
  for long in
    with changes as (
      delete from matter_count_changes where firm_id = of_firm returning *
    ), placed as (
      insert into matter_counts as held (firm_id, list, open_date, id, state, is_submitted, approach, matters)
      select of_firm, c.list, coalesce(s.open_date, '-infinity'), coalesce(s.id, ''), c.state, c.is_submitted, c.approach, sum(c.matters)
        from changes c left join lateral (
             select b.open_date, b.id from matter_counts b
              where b.firm_id = of_firm and b.list = c.list and (b.open_date, b.id) <= (c.open_date, c.id)
              order by b.open_date desc, b.id desc limit 1) s on true
       group by 1, 2, 3, 4, 5, 6, 7
          on conflict (firm_id, list, open_date, id, state, is_submitted, approach)
          do update set matters = held.matters + excluded.matters
      returning list, open_date, id)
    select distinct list, open_date, id, null::date as end_date, null::text as end_id from placed
  loop
    continue when 2 * length >= (
      select sum(matters) from matter_counts
       where firm_id = of_firm and list = long.list and open_date = long.open_date and id = long.id);
    select open_date, id into long.end_date, long.end_id from matter_counts
     where firm_id = of_firm and list = long.list and (open_date, id) > (long.open_date, long.id)
     order by open_date, id limit 1;
    long.end_date := coalesce(long.end_date, 'infinity');
    long.end_id := coalesce(long.end_id, '');
    delete from matter_counts
     where firm_id = of_firm and list = long.list and open_date = long.open_date and id = long.id;
    with counted as (
      delete from matter_count_changes
       where firm_id = of_firm and list = long.list
         and (open_date, id) >= (long.open_date, long.id) and (open_date, id) < (long.end_date, long.end_id)
    ), numbered as (
      select m.open_date, m.id::text, m.state, m.is_submitted, q.approach,
             (row_number() over (order by m.open_date, m.id) - 1) / length as stretch
        from matters m join questionnaires q on q.firm_id = m.firm_id and q.id = m.questionnaire_id
       where m.firm_id = of_firm and not m.is_restricted
         and (m.open_date, m.id::text) >= (long.open_date, long.id) and (m.open_date, m.id::text) < (long.end_date, long.end_id)
         and (long.list = '' or m.questionnaire_id = long.list
              or coalesce(m.assignee_id, 'none') = long.list)
    ), begun as (
      select state, is_submitted, approach, stretch,
             first_value(open_date) over of_stretch as open_date, first_value(id) over of_stretch as id
        from numbered window of_stretch as (partition by stretch order by open_date, id)
    )
    insert into matter_counts (firm_id, list, open_date, id, state, is_submitted, approach, matters)
    select of_firm, long.list, case stretch when 0 then long.open_date else open_date end,
           case stretch when 0 then long.id else id end, state, is_submitted, approach, count(*)
      from begun group by 3, 4, 5, 6, 7;
  end loop;
end $$;
comment on function add_up_matter_counts is 'Applies matter_count_changes to matter_counts; called now and then by transactions that write matters.';
alter function add_up_matter_counts owner to foyer_platform;
revoke all on function add_up_matter_counts from public;
grant execute on function add_up_matter_counts to foyer_firm, foyer_platform;
revoke execute on function add_up_matter_counts from public;

-- Owned by foyer_platform, because a client's session, which may change its matter's state, sees none of the counts.
create function note_matter_counts() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  many constant integer := 2000;
  noted integer;
  of_firm text;
begin
  if tg_op = 'INSERT' then
    insert into matter_count_changes (firm_id, list, open_date, id, state, is_submitted, approach, matters)
    select m.firm_id, l.list, m.open_date, m.id, m.state, m.is_submitted, q.approach, 1
      from new_matters m join questionnaires q on q.firm_id = m.firm_id and q.id = m.questionnaire_id
     cross join lateral unnest(array['', coalesce(m.assignee_id, 'none'), m.questionnaire_id]) l (list)
     where not m.is_restricted;
    get diagnostics noted = row_count;
    if noted > many or random() < 0.02 then
      for of_firm in select distinct firm_id from new_matters loop
        perform add_up_matter_counts(of_firm);
      end loop;
    end if;
  elsif tg_op = 'DELETE' then
    -- Nothing is counted while the firm itself is being removed.
    insert into matter_count_changes (firm_id, list, open_date, id, state, is_submitted, approach, matters)
    select m.firm_id, l.list, m.open_date, m.id, m.state, m.is_submitted, q.approach, -1
      from old_matters m join firms f on f.id = m.firm_id
      join questionnaires q on q.firm_id = m.firm_id and q.id = m.questionnaire_id
     cross join lateral unnest(array['', coalesce(m.assignee_id, 'none'), m.questionnaire_id]) l (list)
     where not m.is_restricted;
    get diagnostics noted = row_count;
    if noted > many or random() < 0.02 then
      for of_firm in select distinct o.firm_id from old_matters o join firms f on f.id = o.firm_id loop
        perform add_up_matter_counts(of_firm);
      end loop;
    end if;
  else
    insert into matter_count_changes (firm_id, list, open_date, id, state, is_submitted, approach, matters)
    select m.firm_id, l.list, m.open_date, m.id, m.state, m.is_submitted, q.approach, m.matters
      from (values (old.firm_id, old.open_date, old.id, old.state, old.is_submitted, old.questionnaire_id, old.assignee_id, old.is_restricted, -1),
                   (new.firm_id, new.open_date, new.id, new.state, new.is_submitted, new.questionnaire_id, new.assignee_id, new.is_restricted, 1)
           ) m (firm_id, open_date, id, state, is_submitted, questionnaire_id, assignee_id, is_restricted, matters)
      join questionnaires q on q.firm_id = m.firm_id and q.id = m.questionnaire_id
     cross join lateral unnest(array['', coalesce(m.assignee_id, 'none'), m.questionnaire_id]) l (list)
     where not m.is_restricted;
  end if;
  return null;
end $$;
alter function note_matter_counts owner to foyer_platform;
revoke all on function note_matter_counts from public;

-- Deferred to the end of the transaction, because between two rows of a statement all are changed but not all are
-- noted. Runs once for a transaction, however many rows request it: rows it has deleted slow it down until the
-- transaction ends.
create function add_up_changed_matters() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if current_setting('foyer.counted_firm', true) is distinct from new.firm_id then
    perform add_up_matter_counts(new.firm_id);
    perform set_config('foyer.counted_firm', new.firm_id, true);
  end if;
  return null;
end $$;
alter function add_up_changed_matters owner to foyer_platform;
revoke all on function add_up_changed_matters from public;
-- A matter that becomes restricted leaves no row with its id: everyone who counts sees these rows. Waits for whoever is
-- adding them up now, and from then on nothing is noted of the matter.
create function add_up_restricted_matters() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('matter_counts ' || new.firm_id, 0));
  perform add_up_matter_counts(new.firm_id);
  return null;
end $$;
alter function add_up_restricted_matters owner to foyer_platform;
revoke all on function add_up_restricted_matters from public;
create trigger counts_in after insert on matters
  referencing new table as new_matters for each statement execute function note_matter_counts();
create trigger counts_out after delete on matters
  referencing old table as old_matters for each statement execute function note_matter_counts();
create trigger counts_on after update on matters for each row
  when ((old.open_date, old.state, old.is_submitted, old.questionnaire_id, old.assignee_id, old.is_restricted)
        is distinct from (new.open_date, new.state, new.is_submitted, new.questionnaire_id, new.assignee_id, new.is_restricted))
  execute function note_matter_counts();
create constraint trigger adds_up_counts after update on matters deferrable initially deferred for each row
  when (random() < 0.02 and
        (old.open_date, old.state, old.is_submitted, old.questionnaire_id, old.assignee_id, old.is_restricted)
        is distinct from (new.open_date, new.state, new.is_submitted, new.questionnaire_id, new.assignee_id, new.is_restricted))
  execute function add_up_changed_matters();
create constraint trigger adds_up_restricted after update on matters deferrable initially deferred for each row
  when (new.is_restricted and not old.is_restricted) execute function add_up_restricted_matters();

-- Search by a part of a name or, if one is given, of a file number. Under row-level security PostgreSQL uses no index for "like", which might leak hidden
-- rows. So this function runs as foyer_platform and repeats the policy's conditions: firm and matter come from the
-- transaction, never from the caller. Each call is planned for its own firm and words.
create function search_matters(
  needle text, known integer, page_limit integer, page_offset bigint, opened_from date, opened_until date,
  submitted boolean, of_approach text, in_state text, of_assignee text, among text[], previous_date date, previous_id text,
  number_needle text,
  out matches integer, out ids text[])
language plpgsql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan
set enable_seqscan = off as $$
declare
  -- Every third trigram of the needle, and its last; for a number only those with its digits, which are the rarest,
  -- because each additional trigram costs about as much to read. The head of a long needle narrows the search enough,
  -- and splitting all of it would take longer than the search.
  head constant text := left(needle, 300);
  parts constant text[] := array(
    select right(current_firm(), 8) || substr(head, place, 3) from generate_series(1, length(head) - 2) place
     where (place % 3 = 1 or place = length(head) - 2) and (substr(head, place, 3) ~ '[0-9]') = (head ~ '[0-9]'));
  number constant text := nullif(compact_file_number(left(number_needle, 60)), '');
  number_parts constant text[] := name_parts(current_firm(), number);
  firm constant text := current_firm();
  own_matter constant text := current_matter();
  questionnaire_ids text[];
begin
  if of_approach is not null then
    questionnaire_ids := array(select id from questionnaires where firm_id = firm and approach = of_approach);
  end if;
  -- Frequent matches turn up soon when walking the list, newest first. Names are in its index, so only the rows of matches
  -- are read; "offset 0" keeps the planner on that path.
  if (page_offset + page_limit) * 50 < known then
    matches := known;
    ids := array(
      select m.id from (
        select id, open_date from matters
         where firm_id = firm and (strpos(search_name, needle) > 0 or strpos(search_number, number) > 0)
           and (opened_from is null or open_date >= opened_from) and (opened_until is null or open_date <= opened_until)
           and (previous_date is null or (open_date, id::text) < (previous_date, previous_id))
         order by open_date desc, id desc offset 0) named
        join matters m on m.firm_id = firm and m.id = named.id
       where (own_matter is null or m.id = own_matter) and (not m.is_restricted or is_in_view(m.id))
         and (submitted is null or m.is_submitted = submitted) and (questionnaire_ids is null or m.questionnaire_id = any(questionnaire_ids))
         and (in_state is null or m.state = in_state) and (among is null or m.id = any(among))
         and (of_assignee is null or coalesce(m.assignee_id, 'none') = of_assignee)
       order by named.open_date desc, named.id desc
       limit page_limit offset page_offset);
    return;
  end if;
  with found as materialized (
    select m.id, m.open_date from (
      select m.* from matters m
       where case when parts = '{}' then m.firm_id = firm else m.firm_id || '' = firm end
         and (parts = '{}' or name_parts(m.firm_id, m.search_name) @> parts) and strpos(m.search_name, needle) > 0
       union all
      select m.* from matters m
       where number is not null and m.search_number <> '' and strpos(m.search_name, needle) = 0
         and case when number_parts = '{}' then m.firm_id = firm else m.firm_id || '' = firm end
         and (number_parts = '{}' or name_parts(m.firm_id, m.search_number) @> number_parts) and strpos(m.search_number, number) > 0) m
     where (own_matter is null or m.id = own_matter) and (not m.is_restricted or is_in_view(m.id))
       and (opened_from is null or m.open_date >= opened_from) and (opened_until is null or m.open_date <= opened_until)
       and (submitted is null or m.is_submitted = submitted) and (questionnaire_ids is null or m.questionnaire_id = any(questionnaire_ids))
       and (in_state is null or m.state = in_state) and (among is null or m.id = any(among))
       and (previous_date is null or (m.open_date, m.id::text) < (previous_date, previous_id))
       and (of_assignee is null or coalesce(m.assignee_id, 'none') = of_assignee))
  select (select count(*) from found),
         array(select f.id from found f order by f.open_date desc, f.id desc limit page_limit offset page_offset)
    into matches, ids;
end $$;
comment on function search_matters is 'How many of the firm''s matters have the needle in their name or, unless that is NULL, the number in their file number, and the ids of one page of them, newest first. Pass known if the count is already known.';
alter function search_matters owner to foyer_platform;
revoke all on function search_matters from public;
grant execute on function search_matters to foyer_firm, foyer_platform;

create table contacts (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  matter_id record_id not null,
  position integer not null,
  is_client boolean not null default false,
  relationship_type text not null,
  partner_relationship_type text,
  first_name text not null default '',
  middle_name text not null default '',
  last_name text not null default '',
  suffix text not null default '',
  full_name text not null generated always as (
    btrim(regexp_replace(first_name || ' ' || middle_name || ' ' || last_name || ' ' || suffix, ' +', ' ', 'g'))) stored,
  also_known_as text,
  preferred_name text,
  gender_binary text not null default '' check (gender_binary in ('', 'Male', 'Female')),
  date_of_birth date,
  date_of_death date,
  marital_status text not null default '',
  created_at timestamptz not null,
  primary key (firm_id, id),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade
);
comment on table contacts is 'The people of a matter, entered once: clients, family, fiduciaries, advisors.';
comment on column contacts.position is 'Order in which people were added to the matter.';
comment on column contacts.relationship_type is 'Code from server/definition/people/relationships.ts: the person''s relationship to the main client.';
comment on column contacts.partner_relationship_type is 'The relationship to the partner, if it differs.';
create index contacts_of_matter on contacts (firm_id, matter_id, position);
call protect_firm_table('contacts', helpers_write => 'false', helpers =>
  'is_client or id = (select contact_main_id from matters where id = (select helped_matter()))');
call move_revision_with('contacts');

alter table matters
  add foreign key (firm_id, contact_main_id) references contacts (firm_id, id) deferrable initially deferred,
  add foreign key (firm_id, contact_spouse_id) references contacts (firm_id, id) deferrable initially deferred,
  add foreign key (firm_id, contact_representative_id) references contacts (firm_id, id) deferrable initially deferred;

create table phone_numbers (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  matter_id record_id not null,
  contact_id record_id not null,
  position integer not null,
  type text not null,
  number text not null,
  e164 text,
  primary key (firm_id, id),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade,
  foreign key (firm_id, contact_id) references contacts (firm_id, id) on delete cascade
);
comment on table phone_numbers is 'Phone numbers of people, in the order they gave them.';
comment on column phone_numbers.number is 'As the client typed it.';
comment on column phone_numbers.e164 is 'The same number in international format, if it could be parsed; finds duplicates.';
create index phone_numbers_of_contact on phone_numbers (firm_id, contact_id, position);
call protect_firm_table('phone_numbers');
call move_revision_with('phone_numbers');

create table email_addresses (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  matter_id record_id not null,
  contact_id record_id not null,
  position integer not null,
  type text not null,
  email text not null,
  primary key (firm_id, id),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade,
  foreign key (firm_id, contact_id) references contacts (firm_id, id) on delete cascade
);
comment on table email_addresses is 'Email addresses of people, in the order they gave them.';
create index email_addresses_of_contact on email_addresses (firm_id, contact_id, position);
call protect_firm_table('email_addresses');
call move_revision_with('email_addresses');

create table addresses (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  matter_id record_id not null,
  contact_id record_id not null,
  position integer not null,
  type text not null,
  street text not null default '',
  city text not null default '',
  state text not null default '',
  postal_code text not null default '',
  country_iso text not null default 'US' check (country_iso ~ '^[A-Z]{2}$'),
  primary key (firm_id, id),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade,
  foreign key (firm_id, contact_id) references contacts (firm_id, id) on delete cascade
);
comment on table addresses is 'Postal addresses of people, in the order they gave them.';
create index addresses_of_contact on addresses (firm_id, contact_id, position);
call protect_firm_table('addresses');
call move_revision_with('addresses');

create table role_assignments (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  matter_id record_id not null,
  role_id record_id not null,
  focus_contact_id record_id,
  level integer not null check (level > 0),
  contact_id record_id not null,
  place integer not null,
  unique nulls not distinct (firm_id, matter_id, role_id, focus_contact_id, contact_id),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade,
  foreign key (firm_id, focus_contact_id) references contacts (firm_id, id) on delete cascade,
  foreign key (firm_id, contact_id) references contacts (firm_id, id) on delete cascade
);
comment on table role_assignments is 'Who should serve in which role: level 1 first, the next levels as successors.';
comment on column role_assignments.role_id is 'A role definition of the matter''s questionnaire version.';
comment on column role_assignments.focus_contact_id is 'The client a split role is about; NULL for a role asked once.';
comment on column role_assignments.place is 'Order in which people were added to the level.';
call protect_firm_table('role_assignments');
call move_revision_with('role_assignments');

-- No user and no rule can delete a matter on hold until an admin releases it: for litigation, an audit, or a client who
-- may come back.
create table matter_holds (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  matter_id record_id not null,
  reason text not null check (length(reason) between 1 and 500),
  held_by record_id not null default current_actor(),
  held_at timestamptz not null,
  primary key (firm_id, matter_id),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade,
  foreign key (firm_id, held_by) references users (firm_id, id)
);
comment on table matter_holds is 'Matters on legal hold, which can''t be deleted, and why.';
call protect_firm_table('matter_holds', clients => 'false');

-- An action on all matters of a list, which takes too long for a request: done in the background, in small batches.
create table bulk_actions (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  action jsonb not null,
  label text not null,
  matter_ids text[] not null,
  processed integer not null default 0,
  changed integer not null default 0,
  left_out jsonb not null default '[]',
  is_stopped boolean not null default false,
  is_failed boolean not null default false,
  attempts integer not null default 0,
  progressed_at timestamptz not null,
  requested_by record_id not null default current_actor(),
  requested_at timestamptz not null,
  finished_at timestamptz,
  primary key (firm_id, id),
  foreign key (firm_id, requested_by) references users (firm_id, id)
);
comment on table bulk_actions is 'Actions on all matters of a list, done in the background; kept for 30 days.';
comment on column bulk_actions.matter_ids is 'The matters the requester confirmed. Those no longer visible to the requester when their turn comes are left out.';
comment on column bulk_actions.processed is 'How many of matter_ids had their turn.';
comment on column bulk_actions.left_out is 'For each reason, how many matters were left out, and the ids of the first few.';
comment on column bulk_actions.is_failed is 'An error ended it before the matter after the processed ones. Its requester can go on from there.';
comment on column bulk_actions.attempts is 'Failed attempts since the last progress.';
create index bulk_actions_running on bulk_actions (firm_id, requested_by) where finished_at is null;
call protect_firm_table('bulk_actions');

-- Adds a person at the end of a matter's list. Matters call this for their initial people, contacts for everyone else,
-- so that one function does it.
create function add_contact(new_id text, of_matter text, relationship text, client boolean,
                            first text, last text, email_id text, mail text, at timestamptz)
returns void language sql
begin atomic
  insert into contacts (id, matter_id, position, relationship_type, is_client, first_name, last_name, created_at)
  select new_id, of_matter, coalesce(max(position), 0) + 1, relationship, client, first, last, at
    from contacts where matter_id = of_matter;
  insert into email_addresses (id, matter_id, contact_id, position, type, email)
  select email_id, of_matter, new_id, 1, 'home', mail where mail <> '';
end;
comment on function add_contact is 'Adds a person at the end of a matter''s list, with a first email address unless it is empty.';
