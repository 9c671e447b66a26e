-- Times cannot say which events are new to an endpoint: they are of the start of a transaction.
alter table webhook_endpoints add column after_event_id text collate "C";
comment on column webhook_endpoints.after_event_id is 'The firm''s last event when it was created, empty if there was none: it receives those with a later id. NULL before this was recorded; events since created_at then.';
