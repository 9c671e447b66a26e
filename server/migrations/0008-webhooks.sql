alter table webhook_endpoints add column header_names text[] not null default '{}';
comment on column webhook_endpoints.header_names is 'Names of the firm''s own headers, for staff; their values are only in headers_sealed.';
comment on column webhook_endpoints.paused_at is 'While paused, deliveries are made and wait.';
comment on column webhook_endpoints.disabled_at is 'While disabled, no deliveries are made; staff resume the endpoint and recover what it missed.';

alter table deliveries add column attempt integer not null default 0;
comment on column deliveries.attempt is 'Place in the schedule of tries; a resend starts it again.';
comment on column deliveries.tries is 'All tries ever, the number of the last one.';

-- Whoever claims walks from endpoint to endpoint and takes each one's oldest due deliveries.
drop index deliveries_due;
create index deliveries_waiting on deliveries (firm_id, endpoint_id, next_try_at) where state = 'waiting' and not is_test;
create index deliveries_tests_waiting on deliveries (created_at) where state = 'waiting' and is_test;
create index deliveries_sending on deliveries (firm_id, endpoint_id, claimed_until) where state = 'sending';
create index deliveries_to_prune on deliveries (finished_at) where finished_at is not null;

-- As before, and wakes whoever works on the queue: looking for work every second would be late and busy at once.
create or replace function enqueue_job(queue_name text, job_data jsonb, job_start_after timestamptz)
returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into pgboss.job (name, data, start_after, policy, retry_limit, retry_delay, retry_backoff, retry_delay_max,
                          expire_seconds, deletion_seconds, keep_until, dead_letter)
  select q.name, job_data || jsonb_build_object('firm_id', current_firm()), job_start_after, q.policy, q.retry_limit,
         q.retry_delay, q.retry_backoff, q.retry_delay_max, q.expire_seconds, q.deletion_seconds,
         job_start_after + q.retention_seconds * interval '1 second', q.dead_letter
    from pgboss.queue q where q.name = queue_name;
  if not found then raise exception 'There is no job queue named %.', queue_name; end if;
  perform pg_notify('foyer_work', 'job ' || queue_name);
end $$;
