-- What belongs to the installation and no firm: its id, its keys, its processes and backups, its queue.

-- Ties a database, a file store, and the master keys together. These tables belong to the installation, not to a firm:
-- no request can read them.
create table installation (
  is_only boolean primary key default true check (is_only),
  id record_id not null check (id like 'installation\_%'),
  failures_acknowledged_at timestamptz,
  created_at timestamptz not null default now()
);
comment on table installation is 'The single row that identifies this installation; its file store has the same id.';
comment on column installation.failures_acknowledged_at is 'The operator knows of what failed until then: neither alerts nor checks report it any longer.';
grant select, update (failures_acknowledged_at) on installation to foyer_platform;

-- Runs as the owner: a firm's admins see the same checks, and no request can read the table.
create function failures_acknowledged_at() returns timestamptz
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce((select failures_acknowledged_at from installation), '-infinity')
$$;
revoke all on function failures_acknowledged_at from public;
grant execute on function failures_acknowledged_at to foyer_firm, foyer_platform;

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
comment on column master_keys.state is 'opens: encrypted data may need it; seals: it also encrypts new data, one key at most; retired: nothing needs it.';
comment on column master_keys.canary_sealed is 'A text encrypted with this key: a key that can''t decrypt it is a different one of the same name.';
create unique index master_keys_sealing on master_keys (state) where state = 'seals';
grant select, insert, update on master_keys to foyer_platform;

-- Which processes currently use this database, and which master keys they hold: a key encrypts only once all of them
-- can decrypt with it, and is retired only once none of them encrypts with it.
create table processes (
  id uuid primary key default gen_random_uuid(),
  host text not null,
  pid integer not null,
  key_ids text[] not null,
  seals_with text not null,
  seen_at timestamptz not null default now()
);
comment on table processes is 'Every running process that opened this database; removed, or unseen for a minute, once it has ended.';
grant select, insert, update, delete on processes to foyer_platform;

-- Backups of this installation, for its operator; they belong to no firm.
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
comment on table backups is 'Backups of this installation, and the result of their last check.';
comment on column backups.finished_at is 'NULL if the backup failed; fault says why.';
comment on column backups.missing_files is 'Files the database refers to that the store did not have.';
comment on column backups.check_faults is 'Number of problems foyer restore --check found; NULL if it was never checked.';
create index backups_newest_first on backups (started_at desc);
grant select, insert, update, delete on backups to foyer_platform;

-- Enqueues jobs inside the caller's transaction, so that they exist if and only if the change that enqueued them does,
-- and wakes the workers: polling every second would be both late and wasteful. Firms may add jobs but not read the
-- queue, so this runs as the owner. The names are pg-boss's.
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
grant execute on function enqueue_jobs to foyer_firm, foyer_platform;

create function enqueue_job(queue_name text, job_data jsonb, job_start_after timestamptz)
returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform enqueue_jobs(queue_name, array[job_data], array[job_start_after]);
end $$;
revoke all on function enqueue_job from public;
grant execute on function enqueue_job to foyer_firm, foyer_platform;

-- The state of background work: all of it, or one firm's. `failed` counts what failed permanently since `failed_since`
-- and is not acknowledged. Runs as the owner: no other role can read the queue.
create function queue_figures(of_firm text, at timestamptz, failed_since timestamptz)
returns table (queue text, waiting bigint, failed bigint, oldest timestamptz)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  return query
    select q.name,
           count(*) filter (where j.state < 'completed' and j.start_after <= at),
           count(*) filter (where j.state = 'failed'
                              and j.completed_on > greatest(failed_since, failures_acknowledged_at())),
           min(j.start_after) filter (where j.state < 'active' and j.start_after <= at)
      from pgboss.queue q
      left join pgboss.job j on j.name = q.name and (of_firm is null or j.data ->> 'firm_id' = of_firm)
     where q.name not like '\_\_%'
     group by q.name order by q.name;
end $$;
revoke all on function queue_figures from public;
grant execute on function queue_figures to foyer_platform;

-- When a worker on any machine last supervised the queues; every worker does so twice a minute.
create function last_work() returns timestamptz
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  return (select max(monitor_on) from pgboss.queue);
end $$;
revoke all on function last_work from public;
grant execute on function last_work to foyer_platform;

-- The migrations applied, for the operator. Runs as the owner: no other role can read the table.
create function applied_migrations() returns table (name text)
language sql stable security definer set search_path = public, pg_temp as $$
  select m.name from migrations m order by m.name
$$;
revoke all on function applied_migrations from public;
grant execute on function applied_migrations to foyer_platform;
