-- Which processes work on this database now, and which master keys they hold: a key seals only once all of them open
-- with it, and is retired only once none of them seals with it.
create table processes (
  id uuid primary key default gen_random_uuid(),
  host text not null,
  pid integer not null,
  key_ids text[] not null,
  seals_with text not null,
  seen_at timestamptz not null default now()
);
comment on table processes is 'Every running process that opened this database; gone, or unseen for a minute, once it has ended.';
grant select, insert, update, delete on processes to foyer_platform;

alter table seen_changes add mark_key_id text;
comment on column seen_changes.mark_key_id is 'The master key that signed the mark; NULL where nobody wrote it down.';
