-- Two roles work on the tables; the owner only migrates them.
--   foyer_firm      every request: sees the rows of the firm the transaction was opened for, and nothing before
--   foyer_platform  sign-in, jobs and commands: sees all firms
do $$ begin create role foyer_firm nologin; exception when duplicate_object or unique_violation then null; end $$;
do $$ begin create role foyer_platform nologin; exception when duplicate_object or unique_violation then null; end $$;
-- Whoever migrates must be able to become both. Where an administrator made and granted them, there is nothing to grant.
do $$ begin execute format('grant foyer_firm, foyer_platform to %I', current_user);
exception when insufficient_privilege then null; end $$;

create extension if not exists pg_trgm;

-- The functions below that look across firms belong to foyer_platform, which must be able to own them.
grant create, usage on schema public to foyer_platform;
grant usage on schema public to foyer_firm;

create domain record_id as text collate "C" check (value ~ '^[a-z]+_[PF]?[0-9A-F]{32}$');
comment on domain record_id is 'Prefix, underscore, 32 upper-case hex digits of a UUIDv7: sorts by the time it was made.';

-- The settings of the transaction. After a transaction a local setting is '', not NULL: '' must mean nobody.
create function current_firm() returns text language sql stable parallel safe
  return nullif(current_setting('foyer.firm_id', true), '');
create function current_actor() returns text language sql stable parallel safe
  return nullif(current_setting('foyer.user_id', true), '');
create function current_matter() returns text language sql stable parallel safe
  return nullif(current_setting('foyer.matter_id', true), '');

comment on function current_firm is 'The firm this transaction was opened for, or NULL: then no row is visible.';
comment on function current_actor is 'The user who acts in this transaction.';
comment on function current_matter is 'The one matter a client session may reach, or NULL when the whole firm is in reach.';

create function timestamp_text(value timestamptz) returns text language sql immutable parallel safe
  return to_char(value at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"');
comment on function timestamp_text is 'The interface''s form of a timestamp: YYYY-MM-DDTHH:MM:SSZ.';

-- Makes a table a firm's: forced row security by firm, full reach for the platform role, and, where the table
-- hangs on a matter, a second wall that keeps a client session inside its own matter.
create procedure protect_firm_table(name regclass) language plpgsql as $$
declare
  firm_column text := case when name = 'firms'::regclass then 'id' else 'firm_id' end;
  matter_column text := case
    when name::text = 'matters' then 'id'
    when exists (select from pg_attribute where attrelid = name and attname = 'matter_id' and not attisdropped) then 'matter_id'
  end;
begin
  execute format('alter table %s enable row level security', name);
  execute format('alter table %s force row level security', name);
  -- Bare, the firm becomes the index's condition; as a subquery it would cost each statement a part of its plan.
  execute format('create policy of_the_firm on %s using (%I = current_firm())', name, firm_column);
  execute format('create policy of_the_platform on %s to foyer_platform using (true)', name);
  if matter_column is not null then
    execute format(
      'create policy within_the_matter on %s as restrictive using ((select current_matter()) is null or %I = (select current_matter()))',
      name, matter_column);
  end if;
  execute format('grant select, insert, update, delete on %s to foyer_firm, foyer_platform', name);
end $$;

create table firms (
  id record_id primary key,
  name text not null check (length(name) between 1 and 200),
  contact_line text not null default '',
  colour text not null default '#1d4f73' check (colour ~ '^#[0-9a-f]{6}$'),
  logo_file jsonb,
  locale text not null default 'en' check (locale in ('en', 'es')),
  time_zone text not null default 'America/New_York',
  settings jsonb not null default '{}',
  suspended_at timestamptz,
  created_at timestamptz not null default now()
);
comment on table firms is 'A professional firm: the tenant. Every other table hangs on one.';
comment on column firms.contact_line is 'Whom a client asks when a page cannot go on: name, phone or e-mail, as the firm words it.';
comment on column firms.logo_file is 'Where the logo''s encrypted bytes are: {key, wrapped_key, content_type}.';
comment on column firms.settings is 'Choices without a column of their own: require_second_factor, reminders, retention and notification rules.';
call protect_firm_table('firms');

create table users (
  firm_id record_id not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  email text not null default '',
  name text not null default '',
  is_firm_staff boolean not null,
  is_client_user boolean not null generated always as (not is_firm_staff) stored,
  role text not null default 'member' check (role in ('admin', 'member')),
  assigned_matters_only boolean not null default false,
  password_hash text,
  second_factor_sealed text,
  recovery_code_hashes bytea[] not null default '{}',
  setup_token_hash bytea,
  setup_token_expires_at timestamptz,
  failed_sign_ins integer not null default 0,
  sign_in_blocked_until timestamptz,
  preferences jsonb not null default '{}',
  deactivated_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (firm_id, id)
);
comment on table users is 'People who act: the firm''s staff, and one client user for each started invitation.';
comment on column users.email is 'Empty for a client who came by a link that was made without an address.';
comment on column users.setup_token_hash is 'SHA-256 of the one-time link with which a member of staff sets a password.';
create unique index users_staff_email on users (firm_id, lower(email)) where is_firm_staff;
create index users_by_staff_email on users (lower(email)) where is_firm_staff;
create index users_by_setup_token on users (setup_token_hash) where setup_token_hash is not null;
call protect_firm_table('users');

create table api_keys (
  firm_id record_id not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  name text not null,
  token_hash bytea not null,
  token_end text not null,
  scopes text[] not null,
  created_by record_id not null default current_actor(),
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  primary key (firm_id, id),
  unique (firm_id, token_hash),
  foreign key (firm_id, created_by) references users (firm_id, id)
);
comment on table api_keys is 'Keys of the firm''s software. The key itself is shown once and never stored.';
comment on column api_keys.token_hash is 'SHA-256; enough for a key of 190 random bits.';
comment on column api_keys.token_end is 'The last four characters, so that staff can tell keys apart.';
comment on column api_keys.created_by is 'Events caused by the key name this user.';
create index api_keys_by_token on api_keys (token_hash);
call protect_firm_table('api_keys');

-- Proves a key and opens its firm for the rest of the transaction. One row when the key is known and live.
create function authenticate_key(hash bytea, at timestamptz)
returns table (firm_id text, user_id text, key_id text, scopes text[], is_suspended boolean, last_used_at timestamptz)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select k.firm_id, k.created_by, k.id, k.scopes, f.suspended_at is not null, k.last_used_at
    into firm_id, user_id, key_id, scopes, is_suspended, last_used_at
    from api_keys k join firms f on f.id = k.firm_id
   where k.token_hash = hash and k.revoked_at is null and (k.expires_at is null or k.expires_at > at);
  if found then
    if not is_suspended then
      perform set_config('foyer.firm_id', firm_id, true), set_config('foyer.user_id', user_id, true);
    end if;
    return next;
  end if;
end $$;
alter function authenticate_key owner to foyer_platform;
revoke all on function authenticate_key from public;
grant execute on function authenticate_key to foyer_firm;

create table idempotent_answers (
  firm_id record_id not null default current_firm() references firms (id) on delete cascade,
  key text not null check (length(key) between 1 and 255),
  request_hash bytea not null,
  status integer not null,
  body_sealed text not null,
  created_at timestamptz not null,
  primary key (firm_id, key)
);
comment on table idempotent_answers is 'First answers to requests that carried an Idempotency-Key, replayed for 24 hours.';
comment on column idempotent_answers.body_sealed is 'Encrypted: an answer may hold an invitation key or a webhook secret.';
create index idempotent_answers_by_age on idempotent_answers (created_at);
call protect_firm_table('idempotent_answers');

create table mails (
  firm_id record_id not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  recipient text not null,
  subject text not null,
  body_sealed text not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  tries integer not null default 0,
  fault text,
  primary key (firm_id, id)
);
comment on table mails is 'The outbox: every mail the product sends or, without SMTP settings, would send.';
comment on column mails.body_sealed is 'Encrypted {text, html}: mails carry invitation links and codes.';
call protect_firm_table('mails');
