-- Enqueues a job unless one with the same data waits, which then starts no later than this one would, with all its tries.
-- One that runs may end without having done what is wanted now, so another follows once it is certain to have ended.
create function enqueue_job_once(queue_name text, job_data jsonb, job_start_after timestamptz)
returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  whole_data jsonb := job_data || jsonb_build_object('firm_id', current_firm());
  start_at timestamptz := greatest(job_start_after, (
    select max(started_on + make_interval(secs => expire_seconds)) from pgboss.job
     where name = queue_name and state = 'active' and data @> whole_data));
begin
  update pgboss.job
     set state = 'created', started_on = null, retry_count = 0, start_after = least(start_after, start_at)
   where name = queue_name and state < 'active' and data @> whole_data;
  if found then perform pg_notify('foyer_work', 'job ' || queue_name);
  else perform enqueue_jobs(queue_name, array[job_data], array[start_at]);
  end if;
end $$;
revoke all on function enqueue_job_once from public;
grant execute on function enqueue_job_once to foyer_firm, foyer_platform;
