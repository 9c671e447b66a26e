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

-- For functions that check a few candidates. The policies use hidden_matters.
create function is_readable_by_viewer(matter text) returns boolean
language plpgsql stable parallel safe cost 1 security definer set search_path = public, pg_temp as $$
begin
  return coalesce((select bool_or(user_id = current_viewer()) from matter_access
                    where firm_id = current_firm() and matter_id = matter), true);
end $$;
alter function is_readable_by_viewer owner to foyer_platform;
comment on function is_readable_by_viewer is 'Whether the current viewer is on the matter''s access list, or the matter has none.';
revoke all on function is_readable_by_viewer from public;
grant execute on function is_readable_by_viewer to foyer_firm, foyer_platform;
create function is_in_view(matter text) returns boolean language sql stable parallel safe
  return coalesce(current_viewer() is null or is_readable_by_viewer(matter), true);
comment on function is_in_view is 'Whether no restriction hides the matter from the current viewer.';

-- The set the policies compare with. PostgreSQL reads it once for each table of a statement; checking row by row cost
-- the home page a hundred times as much. authenticate_session stores it in the transaction, prefixed with the firm and
-- viewer it is for. For another viewer, or after the access lists have changed, this function reads the lists again.
create function hidden_matters() returns setof text
language plpgsql stable parallel safe rows 100 cost 10 security definer set search_path = public, pg_temp as $$
declare
  known constant text := current_setting('foyer.hidden_matters', true);
begin
  if starts_with(known, concat(current_firm(), ' ', current_viewer(), ' ')) then
    return query select string_to_table(known, ' ');
  else
    return query select a.matter_id::text from matter_access a where a.firm_id = current_firm()
                  group by a.matter_id having not bool_or(a.user_id = current_viewer());
  end if;
end $$;
alter function hidden_matters owner to foyer_platform;
comment on function hidden_matters is 'The restricted matters hidden from the current viewer, among words that are no matter''s id.';
revoke all on function hidden_matters from public;
grant execute on function hidden_matters to foyer_firm, foyer_platform;

-- The matter a page is about, once found open to the viewer: its rows need no lookup in the set. The code that reads
-- the matter stores it, prefixed with the firm and viewer like the set.
create function readable_matter() returns text language sql stable parallel safe
  return case when starts_with(current_setting('foyer.readable_matter', true), concat(current_firm(), ' ', current_viewer(), ' '))
              then split_part(current_setting('foyer.readable_matter', true), ' ', 3) else '' end;
comment on function readable_matter is 'The matter this transaction found open to the current viewer; otherwise an empty string.';
create function note_readable(matter text) returns void language sql as
  $$ select set_config('foyer.readable_matter', concat(current_firm(), ' ', current_viewer(), ' ', matter), true)
      where current_viewer() is not null $$;
comment on function note_readable is 'Records that the session read a row of this matter, which its policy allowed.';

-- Two clients of one matter may answer some parts separately. A client's session sets, in addition to the matter, its
-- contact and the ids of all such parts, or '-' if there are none. While these are not set, every part counts as
-- answered separately by the other client.
create function current_contact() returns text language sql stable parallel safe
  return nullif(current_setting('foyer.contact_id', true), '');
comment on function current_contact is 'The session''s client, as a contact of the matter. NULL for helpers and staff, and before sign-in.';
create function withheld_parts() returns text[] language sql stable parallel safe
  return case when current_matter() is null then '{}'::text[]
              else string_to_array(nullif(coalesce(current_setting('foyer.separate_parts', true), ''), '-'), ' ') end;
comment on function withheld_parts is 'Parts of which a client''s session sees only its own answers; empty for staff.';
create function no_separate_answers() returns boolean language sql stable parallel safe
  return coalesce(current_setting('foyer.separate_parts', true), '') = '-';
comment on function no_separate_answers is 'Whether a client''s session was told that no part of its matter is answered separately.';
create function is_in_sight(part text, whose text) returns boolean language sql stable parallel safe
  return coalesce(current_matter() is null or whose = current_contact(), false)
         or position(' ' || coalesce(part, 'none') || ' ' in
                     ' ' || coalesce(nullif(current_setting('foyer.separate_parts', true), ''), part) || ' ') = 0;
comment on function is_in_sight is 'Whether the session may see the part''s row: no other client answers the part separately, or the row is about the session''s own contact (whose).';

-- A helper, asked by a client to fill in some parts, can access no matter: every table that belongs to one is closed to
-- the session, except for what the table's policy opens (helpers). open_client sets these.
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

-- Who looks. Every transaction of a firm has one viewer, and every policy says what each of them sees:
--   staff              the firm's staff, API keys, and jobs
--   restricted staff   staff while the firm has matters restricted to some of them (current_viewer)
--   client             a client, or staff acting for one (current_matter); without a contact, the latter
--   helper             who fills in some parts for a client (helped_matter)
create function viewer() returns text language sql stable parallel safe
  return case when current_matter() = '-' then 'helper'
              when current_matter() is not null then 'client'
              when current_viewer() is not null then 'restricted staff'
              else 'staff' end;
comment on function viewer is 'Who looks in this transaction: staff, restricted staff, client, or helper.';

-- Makes a table a firm's, with one policy that decides who sees and writes which row. foyer_platform sees every row, and
-- foyer_firm those of the transaction's firm that its viewer may see:
--
--                      a table with matter_id                    a table without
--   staff              every row                                 every row
--   restricted staff   all but the hidden matters' rows          every row, or those that "restricted" says
--   client             their matter's rows, or those of them     none, or those that "clients" says
--                      that "clients" says
--   helper             none, or the rows of the matter that      as a client
--                      "helpers" says
--
-- Each may write what it sees, or what "…_write" says; if a row may lack a matter and nothing narrows what clients
-- write, they may add one without. A policy holds what is written against the new row alone, so where the two differ, a
-- trigger holds it against the old one too: a row that one only sees can't be deleted, nor made one's own. Any other role is the owner of the tables, which can become foyer_platform and may
-- inherit from it: it sees what foyer_firm does, and every row after "set local foyer.all_firms = 'on'".
--
-- A subquery is not evaluated while planning, so one plan serves every firm and viewer, and is evaluated once for each
-- table of a statement instead of for each row.
create function both_hold(condition text, narrower text) returns text language sql immutable
  return case when condition is null or narrower = 'false' then narrower when narrower = 'true' then condition
              else condition || ' and (' || narrower || ')' end;
create function refuse_unwritable() returns trigger language plpgsql as $$
declare is_writable boolean;
begin
  execute format('select %s from (select ($1).*) as old_row', tg_argv[0]) into is_writable using old;
  if is_writable is not true then
    raise insufficient_privilege using message = format('row-level security lets this transaction see, but not write, a row of %s', tg_table_name);
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;
comment on function refuse_unwritable is 'Refuses to change or delete a row that the table''s policy would not let the transaction write.';
create procedure protect_firm_table(name regclass, clients text default null, clients_write text default null,
                                    helpers text default null, helpers_write text default null,
                                    restricted text default 'true', restricted_write text default null)
language plpgsql as $$
declare
  firm_column text := case when name = 'firms'::regclass then 'id' else 'firm_id' end;
  matter_column text := case when name::text = 'matters' then 'id' else (
    select attname from pg_attribute where attrelid = name and attname = 'matter_id' and not attisdropped) end;
  or_none text := case when coalesce(clients_write, clients, 'true') = 'true' and exists (
    select from pg_attribute where attrelid = name and attname = matter_column and not attnotnull) then 'matter_id is null or ' end;
  own constant text := matter_column || ' = (select current_matter())';
  helped constant text := matter_column || ' = (select helped_matter())';
  readable constant text := replace('coalesce(M = (select readable_matter()) or M not in (select hidden_matters()), true)', 'M', matter_column);
  rule constant text := format($policy$
    acts_as('foyer_platform') or (not acts_as('foyer_firm') and sees_all_firms())
    or (%I = (select current_firm()) and case (select viewer())
          when 'staff' then true
          when 'restricted staff' then %%s
          when 'client' then %%s
          when 'helper' then %%s
          else false end)$policy$, firm_column);
  seen text;
  written text;
begin
  clients := coalesce(clients, (matter_column is not null)::text);
  clients_write := coalesce(clients_write, clients);
  helpers := coalesce(helpers, case when matter_column is null then clients else 'false' end);
  helpers_write := coalesce(helpers_write, case when matter_column is null then clients_write else helpers end);
  restricted_write := coalesce(restricted_write, restricted);
  execute format('alter table %s enable row level security', name);
  execute format('alter table %s force row level security', name);
  seen := format(rule, both_hold(readable, restricted), both_hold(own, clients), both_hold(helped, helpers));
  written := format(rule, both_hold(readable, restricted_write), concat(or_none, both_hold(own, clients_write)), concat(or_none, both_hold(helped, helpers_write)));
  execute format('create policy of_the_firm on %s using (%s) with check (%s)', name, seen, written);
  -- What a permitted deletion cascades to is deleted by the tables' owner.
  if seen <> written then
    execute format('create trigger a_writable_row before update or delete on %s for each row when (current_user = ''foyer_firm'' and viewer() <> ''staff'') execute function refuse_unwritable(%L)', name, written);
  end if;
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
  is_test boolean not null default false,
  suspended_at timestamptz,
  created_at timestamptz not null default now()
);
comment on table firms is 'A professional firm: the tenant. Every other table belongs to one.';
comment on column firms.place is 'Short random name that begins the firm''s keys, links, and cookies: it identifies their firm before any lookup.';
comment on column firms.contact_line is 'Who a client contacts when a page can''t continue: name, phone, or email, as the firm words it.';
comment on column firms.logo_file is 'Location of the logo''s encrypted bytes: {key, wrapped_key, content_type}.';
comment on column firms.is_test is 'For trying things out: its emails are not sent, its keys begin with test_, and it can be deleted at once.';
comment on column firms.settings is 'Choices without a column: require_second_factor, reminders, retention and notification rules.';
-- The few firms with a rule that scheduled jobs apply.
create index firms_reminding on firms (id) where suspended_at is null and settings -> 'reminders' -> 'by_schedule' = 'true';
create index firms_deleting on firms (id) where suspended_at is null and settings @> '{"retention_automatic": true}';
call protect_firm_table('firms', clients => 'true', clients_write => 'false');

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
-- the invitation names it, so clients may write any client's.
create function has_visible_invitation(client text) returns boolean language plpgsql stable as
  $$ begin return exists (select from invitations where user_id = client); end $$;
comment on function has_visible_invitation is 'Whether the user has an invitation the caller can see.';
call protect_firm_table('users',
  clients => 'is_firm_staff or id = (select current_actor()) or has_visible_invitation(id)',
  clients_write => 'not is_firm_staff', restricted_write => 'true',
  restricted => 'is_firm_staff or id = (select current_actor()) or has_visible_invitation(id)');

-- Marks a client user reduced to an id, as deleting a matter leaves it. Restoring the matter fills the user in again.
create function note_emptied_user() returns trigger language plpgsql as $$
begin
  new.emptied_at := case when new.email = '' and new.name = '' and new.password_hash is null then now() end;
  return new;
end $$;
create trigger emptied_user before update of email, name, password_hash on users for each row
  when (new.is_firm_staff = false) execute function note_emptied_user();
