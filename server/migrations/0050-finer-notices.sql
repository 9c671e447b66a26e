-- The notifications page of version 1.0.0 fails at a kind that it does not know, on every node that still runs it.
alter table staff_notifications add column finer_kind text;
comment on column staff_notifications.finer_kind is 'The kind, where the release before knows only a coarser one, which kind then has.';
