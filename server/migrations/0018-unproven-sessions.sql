-- A mail scanner may press Start before the client does.
alter table sessions add column is_unproven boolean not null default false;
comment on column sessions.is_unproven is 'Start opened it, with the link alone. It ends when the client proves who they are before anything was given.';
