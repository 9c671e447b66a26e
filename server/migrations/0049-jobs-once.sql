-- Enqueues a job unless one with the same data waits or runs already, which then starts no later than this one would.
create function enqueue_job_once(queue_name text, job_data jsonb, job_start_after timestamptz)
returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update pgboss.job set start_after = least(start_after, job_start_after)
   where name = queue_name and state < 'completed'
     and data @> (job_data || jsonb_build_object('firm_id', current_firm()));
  if found then perform pg_notify('foyer_work', 'job ' || queue_name);
  else perform enqueue_jobs(queue_name, array[job_data], array[job_start_after]);
  end if;
end $$;
revoke all on function enqueue_job_once from public;
grant execute on function enqueue_job_once to foyer_firm, foyer_platform;
