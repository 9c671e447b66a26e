-- The style sheets and scripts of the builds that served last. While an upgrade replaces one process after the other, any
-- of them is asked for the files of another's page.
create table browser_files (
  name text primary key,
  content bytea not null,
  started_at timestamptz not null
);
alter table browser_files alter column content set storage external;
comment on table browser_files is 'Style sheets and scripts of the builds that served last, for processes of other builds.';
comment on column browser_files.content is 'Compressed by Brotli.';
comment on column browser_files.started_at is 'When a process of the newest build that has it last started.';
grant select, insert, update, delete on browser_files to foyer_platform;
