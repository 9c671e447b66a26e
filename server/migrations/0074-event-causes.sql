-- The request that made an event happen, for the log lines of what follows from it; null where none did.
alter table events add column request_id text;
