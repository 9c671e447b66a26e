-- Which backups were made of this installation, for whoever looks after it: the installation's own, not a firm's.
create table backups (
  id record_id primary key check (id like 'backup\_%'),
  folder text not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  rows bigint not null default 0,
  files bigint not null default 0,
  missing_files bigint not null default 0,
  bytes bigint not null default 0,
  fault text,
  checked_at timestamptz,
  check_faults integer,
  check ((finished_at is null) <> (fault is null))
);
comment on table backups is 'Backups made of this installation, and how their last check went.';
comment on column backups.finished_at is 'NULL for one that failed; fault says why.';
comment on column backups.missing_files is 'Files that the database speaks of and the store did not have.';
comment on column backups.check_faults is 'What foyer restore --check found wrong with it; 0 is well, NULL is never checked.';
create index backups_newest_first on backups (started_at desc);
grant select, insert, update, delete on backups to foyer_platform;
