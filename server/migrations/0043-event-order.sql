-- Events of a firm in one order: each transaction that records one holds the firm's row here until it is committed, so
-- that neither ids nor times run backwards in the order in which events become visible.
create table event_heads (
  firm_id record_id primary key default current_firm() references firms (id) on delete cascade,
  last_event_id record_id not null,
  last_occurred_at timestamptz not null
);
comment on table event_heads is 'The last event of each firm: the next one has a later id, and no earlier time.';
call protect_firm_table('event_heads');

insert into event_heads (firm_id, last_event_id, last_occurred_at)
select firm_id, max(id::text), max(occurred_at) from events group by firm_id;

create index events_newest_first_by_time on events (firm_id, occurred_at desc, id desc);
drop index events_newest_first;
