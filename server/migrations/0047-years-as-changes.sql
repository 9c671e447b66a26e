-- A date left at a year counts as a change of its own, of which staff are told: not those from before it did.
alter table unfinished_fields add column is_change boolean not null default false;
comment on column unfinished_fields.is_change is 'Whether staff are told of it as a change; not of what was typed before an upgrade to a version that does.';
