-- Puts a job on its queue inside the caller's transaction: it exists if and only if the change that asked for it
-- does. Firms may add jobs but not read the queue, which is why this runs as the owner. The names are pg-boss's.
create function enqueue_job(queue_name text, job_data jsonb, job_start_after timestamptz)
returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into pgboss.job (name, data, start_after, policy, retry_limit, retry_delay, retry_backoff, retry_delay_max,
                          expire_seconds, deletion_seconds, keep_until, dead_letter)
  select q.name, job_data || jsonb_build_object('firm_id', current_firm()), job_start_after, q.policy, q.retry_limit,
         q.retry_delay, q.retry_backoff, q.retry_delay_max, q.expire_seconds, q.deletion_seconds,
         job_start_after + q.retention_seconds * interval '1 second', q.dead_letter
    from pgboss.queue q where q.name = queue_name;
  if not found then raise exception 'There is no job queue named %.', queue_name; end if;
end $$;
revoke all on function enqueue_job from public;
grant execute on function enqueue_job to foyer_firm, foyer_platform;
