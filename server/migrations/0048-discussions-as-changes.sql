-- The same for what a client wants to discuss.
alter table agenda_items add column is_change boolean not null default false;
comment on column agenda_items.is_change is 'Whether staff are told of it as a change; not of what was added before an upgrade to a version that does.';
