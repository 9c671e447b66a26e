-- What ties a database, a file store and the master keys together. These tables are the installation's own, not a
-- firm's: no request can read them.
create table installation (
  is_only boolean primary key default true check (is_only),
  id record_id not null check (id like 'installation\_%'),
  created_at timestamptz not null default now()
);
comment on table installation is 'The one row that names this installation; its file store carries the same id.';

create table master_keys (
  id text primary key check (id ~ '^[A-Za-z0-9_-]{1,32}$'),
  state text not null default 'opens' check (state in ('opens', 'seals', 'retired')),
  canary_sealed text not null,
  added_at timestamptz not null default now(),
  seals_since timestamptz,
  retired_at timestamptz,
  check ((state = 'retired') = (retired_at is not null))
);
comment on table master_keys is 'Which master keys this installation needs. The keys themselves are never here.';
comment on column master_keys.state is 'opens: sealed data may need it; seals: it also seals new data, one key at most; retired: nothing needs it.';
comment on column master_keys.canary_sealed is 'A text sealed under this very key: a key that does not open it is another one of the same name.';
create unique index master_keys_sealing on master_keys (state) where state = 'seals';

grant select on installation to foyer_platform;
grant select, insert, update on master_keys to foyer_platform;
