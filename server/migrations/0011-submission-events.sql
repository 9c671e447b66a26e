-- An event and the submission that it made name each other.

alter table events add column submission integer check (submission > 0);
comment on column events.submission is 'The number of the submission that the event made; NULL for other events, and for those from before this column.';
