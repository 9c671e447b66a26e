-- Firms, the row-level security between them, and their users. What every later table needs comes first: the roles, the
-- format of ids, the settings of a transaction, and the single policy that decides who sees which row.

-- Two roles use the tables; the owner only migrates them.
--   foyer_firm      every request: sees the rows of the transaction's firm, and nothing before one is set
--   foyer_platform  sign-in, jobs, and commands: sees all firms
do $$ begin create role foyer_firm nologin;
exception when duplicate_object or unique_violation or insufficient_privilege then null; end $$;
do $$ begin create role foyer_platform nologin;
exception when duplicate_object or unique_violation or insufficient_privilege then null; end $$;
-- The migrating role must be able to become both. If an administrator created and granted them, there is nothing to
-- grant.
do $$ begin execute format('grant foyer_firm, foyer_platform to %I', current_user);
exception when insufficient_privilege then null; end $$;

-- foyer_platform owns the functions of later files that look across firms, and needs the right to create them.
grant create, usage on schema public to foyer_platform;
grant usage on schema public to foyer_firm;

create domain record_id as text collate "C" check (value ~ '^[a-z]+_[PF]?[0-9A-F]{32}$');
comment on domain record_id is 'Prefix, underscore, 32 uppercase hex digits of a UUIDv7: sorts by creation time.';

create function timestamp_text(value timestamptz) returns text language sql immutable parallel safe
  return to_char(value at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"');
comment on function timestamp_text is 'The API''s timestamp format: YYYY-MM-DDTHH:MM:SSZ.';

-- The transaction's settings. After a transaction a local setting is '', not NULL, so '' must mean that none is set.
create function current_firm() returns text language sql stable parallel safe
  return nullif(current_setting('foyer.firm_id', true), '');
create function current_actor() returns text language sql stable parallel safe
  return nullif(current_setting('foyer.user_id', true), '');
create function current_matter() returns text language sql stable parallel safe
  return nullif(current_setting('foyer.matter_id', true), '');
create function current_viewer() returns text language sql stable parallel safe
  return nullif(current_setting('foyer.viewer_id', true), '');
create function sees_all_firms() returns boolean language sql stable parallel safe
  return current_setting('foyer.all_firms', true) = 'on';
comment on function current_firm is 'The firm this transaction was opened for. NULL: no row is visible.';
comment on function current_actor is 'The user who acts in this transaction.';
comment on function current_matter is 'The one matter a client session can access. NULL: the transaction can access the entire firm.';
comment on function current_viewer is 'The member of staff whose access this transaction has, in a firm with restricted matters; otherwise NULL.';
comment on function sees_all_firms is 'Whether the owner of the tables declared in this transaction that it works on all firms.';

-- For functions that check a few candidates. The policies use closed_to_viewer.
create function is_open_to_viewer(matter text) returns boolean
language plpgsql stable parallel safe cost 1 security definer set search_path = public, pg_temp as $$
begin
  return coalesce((select bool_or(user_id = current_viewer()) from matter_access
                    where firm_id = current_firm() and matter_id = matter), true);
end $$;
alter function is_open_to_viewer owner to foyer_platform;
comment on function is_open_to_viewer is 'Whether the current viewer is on the matter''s access list, or the matter has none.';
revoke all on function is_open_to_viewer from public;
grant execute on function is_open_to_viewer to foyer_firm, foyer_platform;
create function is_in_view(matter text) returns boolean language sql stable parallel safe
  return coalesce(current_viewer() is null or is_open_to_viewer(matter), true);
comment on function is_in_view is 'Whether no restriction hides the matter from the current viewer.';

-- The set the policies compare with. PostgreSQL reads it once for each table of a statement; checking row by row cost
-- the home page a hundred times as much. authenticate_session stores it in the transaction, prefixed with the firm and
-- viewer it is for. For another viewer, or after the access lists have changed, this function reads the lists again.
create function closed_to_viewer() returns setof text
language plpgsql stable parallel safe rows 100 cost 10 security definer set search_path = public, pg_temp as $$
declare
  known constant text := current_setting('foyer.closed', true);
begin
  if starts_with(known, concat(current_firm(), ' ', current_viewer(), ' ')) then
    return query select string_to_table(known, ' ');
  else
    return query select a.matter_id::text from matter_access a where a.firm_id = current_firm()
                  group by a.matter_id having not bool_or(a.user_id = current_viewer());
  end if;
end $$;
alter function closed_to_viewer owner to foyer_platform;
comment on function closed_to_viewer is 'The restricted matters hidden from the current viewer, among words that are no matter''s id.';
revoke all on function closed_to_viewer from public;
grant execute on function closed_to_viewer to foyer_firm, foyer_platform;

-- The matter a page is about, once found open to the viewer: its rows need no lookup in the set. The code that reads
-- the matter stores it, prefixed with the firm and viewer like the set.
create function opened_matter() returns text language sql stable parallel safe
  return case when starts_with(current_setting('foyer.opened', true), concat(current_firm(), ' ', current_viewer(), ' '))
              then split_part(current_setting('foyer.opened', true), ' ', 3) else '' end;
comment on function opened_matter is 'The matter this transaction found open to the current viewer; otherwise an empty string.';
create function note_opened(matter text) returns void language sql as
  $$ select set_config('foyer.opened', concat(current_firm(), ' ', current_viewer(), ' ', matter), true)
      where current_viewer() is not null $$;
comment on function note_opened is 'Records that the session read a row of this matter, which its policy allowed.';

-- Two clients of one matter may answer some parts separately. A client's session sets, in addition to the matter, its
-- contact and the ids of all such parts, or '-' if there are none. While these are not set, every part counts as
-- answered separately by the other client.
create function current_contact() returns text language sql stable parallel safe
  return nullif(current_setting('foyer.contact_id', true), '');
comment on function current_contact is 'The session''s client, as a contact of the matter. NULL for helpers and staff, and before sign-in.';
create function withheld_parts() returns text[] language sql stable parallel safe
  return case when current_matter() is null then '{}'::text[]
              else string_to_array(nullif(coalesce(current_setting('foyer.alone', true), ''), '-'), ' ') end;
comment on function withheld_parts is 'Parts of which a client''s session sees only its own answers; empty for staff.';
create function nobody_is_alone() returns boolean language sql stable parallel safe
  return coalesce(current_setting('foyer.alone', true), '') = '-';
comment on function nobody_is_alone is 'Whether a client''s session was told that no part of its matter is answered separately.';
create function is_in_sight(part text, whose text) returns boolean language sql stable parallel safe
  return coalesce(current_matter() is null or whose = current_contact(), false)
         or position(' ' || coalesce(part, 'none') || ' ' in
                     ' ' || coalesce(nullif(current_setting('foyer.alone', true), ''), part) || ' ') = 0;
comment on function is_in_sight is 'Whether the session may see the part''s row: no other client answers the part separately, or the row is about the session''s own contact (whose).';

-- A helper, asked by a client to fill in some parts, can access no matter: every table that belongs to one is closed to
-- the session, except for what the table's policy opens (helpers_see). open_client sets these.
create function helped_matter() returns text language sql stable parallel safe
  return nullif(current_setting('foyer.helped_matter', true), '');
create function helping_invitation() returns text language sql stable parallel safe
  return nullif(current_setting('foyer.helping_invitation', true), '');
create function is_part_helped(part text) returns boolean language sql stable parallel safe
  return part <> '' and position(' ' || part || ' ' in ' ' || coalesce(current_setting('foyer.helped_parts', true), '') || ' ') > 0;
comment on function helped_matter is 'The matter of which a helper''s session has some parts; otherwise NULL.';
comment on function helping_invitation is 'The helper''s invitation.';
comment on function is_part_helped is 'Whether the part, or the section it belongs to, is handed over to the session''s helper.';

-- Immutable for the lifetime of a plan, which is what counts: PostgreSQL discards the plan of a table with row-level
-- security as soon as the role changes. So the planner folds the result, and each role's plan has only its own branch
-- of the policy: for foyer_platform nothing, for foyer_firm conditions that an index can serve.
create function acts_as(role_name name) returns boolean language plpgsql immutable parallel safe as
  $$ begin return current_user = role_name; end $$;
comment on function acts_as is 'Whether this is the current role. For policies only, whose plans don''t outlive the role.';

-- Makes a table a firm's. Its single policy decides who sees and writes which row:
--   foyer_platform  every row
--   foyer_firm      the rows of the transaction's firm. A client's session sees only those of its matter, and none of a
--                   table that belongs to no matter; clients_see, a condition, narrows the former and widens the latter.
--                   Staff see none of a matter restricted to others; staff_see, a condition, narrows a table that belongs
--                   to no matter for staff. A helper with some parts sees only what helpers_see, a condition, opens of
--                   the matter, and may write that or what helpers_write says.
--   other roles     the same as foyer_firm, and every row after "set local foyer.all_firms = 'on'". This is the owner of
--                   the tables: it can become foyer_platform, may inherit from it, and must see no more than foyer_firm.
-- The same condition applies to writes unless clients_write says otherwise, in which %s stands for the matter's
-- condition. One exception: if a row may lack a matter, a client's transaction may add one without. A single permissive
-- policy instead of several restrictive ones reads as one sentence. The firm is compared with a subquery, which PostgreSQL doesn't evaluate while planning, so that
-- cached plans serve every firm, small or large. So are the matter and the viewer: a subquery reads a setting once for
-- each table of a statement instead of for each row.
create procedure protect_firm_table(name regclass, clients_see text default null, clients_write text default null,
                                   staff_see text default 'true', helpers_see text default null,
                                   helpers_write text default null) language plpgsql as $$
declare
  firm_column text := case when name = 'firms'::regclass then 'id' else 'firm_id' end;
  matter_column text := case
    when name::text = 'matters' then 'id'
    when exists (select from pg_attribute where attrelid = name and attname = 'matter_id' and not attisdropped) then 'matter_id'
  end;
  may_lack_matter boolean := exists (
    select from pg_attribute where attrelid = name and attname = matter_column and not attnotnull);
  -- A client session accesses only its own matter, staff all but those restricted to others, API keys and jobs all.
  -- Written as a choice between two values whose selectivity PostgreSQL can estimate. It assumed that "is null or
  -- equals" lets next to nothing through, and read and sorted the entire table for a page of matters instead of walking
  -- an index.
  open_to_staff text := '((select current_viewer()) is null or %1$I = (select opened_matter()) or %1$I not in (select closed_to_viewer()))';
  within_matter text := case when matter_column is not null then format(
    'coalesce(%1$I = (select current_matter()), (select current_matter()) is null and ' || open_to_staff || ', true)', matter_column) end;
  reach text := case
    when clients_see = 'false' and matter_column is not null then format(
      'case when (select current_matter()) is null then coalesce(' || open_to_staff || ', true) and %2$s else false end',
      matter_column, staff_see)
    else concat_ws(' and ', within_matter,
      case
        when clients_see = 'true' then clients_see
        when clients_see is not null then format('(((select current_matter()) is null and %s) or %s)', staff_see, clients_see)
        when matter_column is null then '(select current_matter() is null)'
      end) end;
  of_helper text := case when matter_column is not null then format(' or (%I = (select helped_matter()) and (%%s))', matter_column) end;
  wall text := format('acts_as(''foyer_platform'') or (not acts_as(''foyer_firm'') and sees_all_firms())'
                      ' or (%I = (select current_firm()) and %%s)', firm_column);
begin
  execute format('alter table %s enable row level security', name);
  execute format('alter table %s force row level security', name);
  execute format('create policy of_the_firm on %s using (%s) with check (%s)', name,
    format(wall, '(' || reach || coalesce(replace(of_helper, '%s', helpers_see), '') || ')'),
    format(wall, '(' || case when clients_write is not null then replace(clients_write, '%s', coalesce(within_matter, ''))
                             when may_lack_matter and clients_see is null
                             then format('(%I is null or %s)', matter_column, reach) else reach end
                     || coalesce(replace(of_helper, '%s', coalesce(helpers_write, helpers_see)), '') || ')'));
  execute format('grant select, insert, update, delete on %s to foyer_firm, foyer_platform', name);
end $$;
comment on procedure protect_firm_table is 'Makes a table a firm''s: forced row-level security with the single policy of_the_firm, and grants for both roles.';

create table firms (
  id text collate "C" primary key check (id ~ '^firm_[0-9A-F]{32}$'),
  place text not null unique default left(replace(gen_random_uuid()::text, '-', ''), 10) check (place ~ '^[0-9a-f]{10}$'),
  name text not null check (length(name) between 1 and 200),
  contact_line text not null default '',
  color text not null default '#1d4f73' check (color ~ '^#[0-9a-f]{6}$'),
  logo_file jsonb,
  locale text not null default 'en' check (locale in ('en', 'es')),
  time_zone text not null default 'America/New_York',
  settings jsonb not null default '{}',
  suspended_at timestamptz,
  created_at timestamptz not null default now()
);
comment on table firms is 'A professional firm: the tenant. Every other table belongs to one.';
comment on column firms.place is 'Short random name that begins the firm''s keys, links, and cookies: it identifies their firm before any lookup.';
comment on column firms.contact_line is 'Who a client contacts when a page can''t continue: name, phone, or email, as the firm words it.';
comment on column firms.logo_file is 'Location of the logo''s encrypted bytes: {key, wrapped_key, content_type}.';
comment on column firms.settings is 'Choices without a column: require_second_factor, reminders, retention and notification rules.';
-- The few firms with a rule that scheduled jobs apply.
create index firms_reminding on firms (id) where suspended_at is null and settings -> 'reminders' -> 'by_schedule' = 'true';
create index firms_deleting on firms (id) where suspended_at is null and settings @> '{"retention_automatic": true}';
call protect_firm_table('firms', clients_see => 'true');

create function current_place() returns text language sql stable parallel safe
  return (select place from firms where id = current_firm());
comment on function current_place is 'The place of this transaction''s firm, which begins every new key, link, and cookie.';

create table users (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  email text not null default '',
  name text not null default '',
  is_firm_staff boolean not null,
  is_client_user boolean not null generated always as (not is_firm_staff) stored,
  role text not null default 'member' check (role in ('read_only', 'member', 'author', 'admin')),
  assigned_matters_only boolean not null default false,
  password_hash text,
  second_factor_sealed text,
  second_factor_step bigint,
  recovery_code_hashes bytea[] not null default '{}',
  preferences jsonb not null default '{}',
  deactivated_at timestamptz,
  emptied_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (firm_id, id)
);
comment on table users is 'Users: the firm''s staff, and one client user for each started invitation.';
comment on column users.email is 'Empty for a client whose link was created without an address.';
comment on column users.role is 'For staff, in ascending order: read_only, member, author, admin. Each may do what those before it may.';
comment on column users.second_factor_sealed is 'Encrypted secret of the authenticator app; NULL without two-factor authentication.';
comment on column users.recovery_code_hashes is 'SHA-256 of the unused recovery codes.';
comment on column users.second_factor_step is 'Time step of the last accepted code: no code is accepted twice.';
comment on column users.emptied_at is 'When a client''s name, email, and password were removed with a deleted matter; only events may still name the id.';
create unique index users_staff_email on users (firm_id, lower(email)) where is_firm_staff;
create index users_by_staff_email on users (lower(email)) where is_firm_staff;
create index users_by_client_email on users (firm_id, lower(email)) where is_client_user and email <> '';
create index users_emptied on users (emptied_at) where emptied_at is not null;
-- The few users who get a daily summary.
create index users_with_digest on users (firm_id, id)
  where is_firm_staff and deactivated_at is null and preferences ->> 'digest' in ('daily', 'weekdays');
-- Clients see the firm's staff, themselves, and the other people invited to their matter. Start inserts a user before
-- the invitation names it, so clients may write any row.
create function is_invited_within_reach(client text) returns boolean language plpgsql stable as
  $$ begin return exists (select from invitations where user_id = client); end $$;
comment on function is_invited_within_reach is 'Whether the user has an invitation the caller can see.';
call protect_firm_table('users',
  clients_see => 'is_firm_staff or id = (select current_actor()) or is_invited_within_reach(id)',
  clients_write => 'true',
  staff_see => '(select current_viewer()) is null');

-- Marks a client user reduced to an id, as deleting a matter leaves it. Restoring the matter fills the user in again.
create function note_emptied_user() returns trigger language plpgsql as $$
begin
  new.emptied_at := case when new.email = '' and new.name = '' and new.password_hash is null then now() end;
  return new;
end $$;
create trigger emptied_user before update of email, name, password_hash on users for each row
  when (new.is_firm_staff = false) execute function note_emptied_user();
