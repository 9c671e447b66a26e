-- What belongs to the installation and to no firm: its name, its keys, its processes and backups, its queue.

-- What ties a database, a file store and the master keys together. These tables are the installation's own, not a
-- firm's: no request can read them.
create table installation (
  is_only boolean primary key default true check (is_only),
  id record_id not null check (id like 'installation\_%'),
  server text,
  servers text[] not null default '{}',
  created_at timestamptz not null default now()
);
comment on table installation is 'The one row that names this installation; its file store carries the same id.';
comment on column installation.server is 'What the settings call this server, where the firms are spread over several; NULL where it is the only one.';
comment on column installation.servers is 'All servers of the installation, this one included.';
grant select, update (servers) on installation to foyer_platform;

-- Where the firms are spread over several servers: those that are leaving this one, and those that have left. In no
-- column called firm_id, for what a firm replicates or deletes must not take it along.
create table firm_moves (
  id text collate "C" primary key check (id ~ '^firm_[0-9A-F]{32}$'),
  place text not null unique,
  server text not null,
  state text not null check (state in ('copying', 'leaving', 'left', 'restored')),
  was_suspended_at timestamptz,
  changed_at timestamptz not null default now()
);
comment on table firm_moves is 'Firms that are being moved from this server to another, or were.';
comment on column firm_moves.server is 'Where to; of one that was restored, this server.';
comment on column firm_moves.state is 'copying: the firm works here as ever; leaving: for a moment it works nowhere; left: it works there; restored: it comes from a backup, and waits until the other servers were asked whether it works there by now.';
comment on column firm_moves.was_suspended_at is 'Of a firm that was suspended before it began to leave.';
grant select, insert, update, delete on firm_moves to foyer_platform;

create function require_here(firm text) returns void
language plpgsql stable parallel safe security definer set search_path = public, pg_temp as $$
begin
  if exists (select from firm_moves where (id = firm or place = firm) and state <> 'copying') then
    raise exception 'The firm is leaving this server, or has left it.' using errcode = 'FY001';
  end if;
end $$;
alter function require_here owner to foyer_platform;
comment on function require_here is 'Fails with FY001 unless the firm with this id or place may be worked on here.';

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
grant select, insert, update on master_keys to foyer_platform;

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

-- Puts jobs on their queue inside the caller's transaction, so that they exist if and only if the change that asked for
-- them does, and wakes whoever works on the queue: looking for work every second would be late and busy at once. Firms may
-- add jobs but not read the queue, which is why this runs as the owner. The names are pg-boss's.
create function enqueue_jobs(queue_name text, jobs_data jsonb[], jobs_start_after timestamptz[])
returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into pgboss.job (name, data, start_after, policy, retry_limit, retry_delay, retry_backoff, retry_delay_max,
                          expire_seconds, deletion_seconds, keep_until, dead_letter, group_id, heartbeat_seconds)
  select q.name, job.data || jsonb_build_object('firm_id', current_firm()), job.start_after, q.policy, q.retry_limit,
         q.retry_delay, q.retry_backoff, q.retry_delay_max, q.expire_seconds, q.deletion_seconds,
         job.start_after + q.retention_seconds * interval '1 second', q.dead_letter, current_firm(),
         q.heartbeat_seconds
    from pgboss.queue q, unnest(jobs_data, jobs_start_after) as job (data, start_after)
   where q.name = queue_name;
  if not found then raise exception 'There is no job queue named %.', queue_name; end if;
  perform pg_notify('foyer_work', 'job ' || queue_name);
end $$;
revoke all on function enqueue_jobs from public;
grant execute on function enqueue_jobs to foyer_platform;

create function enqueue_job(queue_name text, job_data jsonb, job_start_after timestamptz)
returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform enqueue_jobs(queue_name, array[job_data], array[job_start_after]);
end $$;
revoke all on function enqueue_job from public;
grant execute on function enqueue_job to foyer_firm, foyer_platform;

-- How background work stands: all of it, or what belongs to one firm. Runs as the owner: nobody else reads the queue.
create function queue_figures(of_firm text, at timestamptz)
returns table (queue text, waiting bigint, failed bigint, oldest timestamptz)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  return query
    select q.name,
           count(*) filter (where j.state < 'completed' and j.start_after <= at),
           count(*) filter (where j.state = 'failed'),
           min(j.start_after) filter (where j.state < 'active' and j.start_after <= at)
      from pgboss.queue q
      left join pgboss.job j on j.name = q.name and (of_firm is null or j.data ->> 'firm_id' = of_firm)
     where q.name not like '\_\_%'
     group by q.name order by q.name;
end $$;
revoke all on function queue_figures from public;
grant execute on function queue_figures to foyer_platform;

-- When a worker last looked after the queues, whichever machine it runs on; every worker does so twice a minute.
create function last_work() returns timestamptz
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  return (select max(monitor_on) from pgboss.queue);
end $$;
revoke all on function last_work from public;
grant execute on function last_work to foyer_platform;

-- What the database has been brought to, for whoever looks after it. Runs as the owner: nobody else reads the table.
create function applied_migrations() returns table (name text)
language sql stable security definer set search_path = public, pg_temp as $$
  select m.name from migrations m order by m.name
$$;
revoke all on function applied_migrations from public;
grant execute on function applied_migrations to foyer_platform;
