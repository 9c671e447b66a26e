-- Apps that sign in by OAuth. Anyone registers one, and no firm is known then: the table belongs to the installation.
create table apps (
  id record_id primary key check (id like 'app\_%'),
  name text not null check (length(name) between 1 and 100),
  redirect_uris text[] not null,
  registered_at timestamptz not null
);
comment on table apps is 'Apps and AI assistants that registered themselves. What they may do, connections say.';
comment on column apps.id is 'Follows from the name and the addresses: the same registration is the same row.';
comment on column apps.registered_at is 'When it last registered, within a day.';
grant select, insert, update, delete on apps to foyer_platform;

create function find_app(app_id text) returns setof apps
language sql stable security definer set search_path = public, pg_temp as $$
  select * from apps where id = app_id
$$;
alter function find_app owner to foyer_platform;
revoke all on function find_app from public;
grant execute on function find_app to foyer_firm;

-- A connection is an API key that the app renews: everything that a key has or is limited by, it has from there.
create table connections (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  key_id record_id not null,
  app_id record_id not null,
  redirect_uri text not null,
  challenge text not null,
  code_hash bytea not null,
  code_expires_at timestamptz not null,
  family_hash bytea,
  refresh_hash bytea,
  refresh_expires_at timestamptz,
  primary key (firm_id, key_id),
  unique (firm_id, code_hash),
  unique (firm_id, family_hash),
  foreign key (firm_id, key_id) references api_keys (firm_id, id) on delete cascade
);
comment on table connections is 'Which apps a member of staff allowed to use the API: each has one row of api_keys, whose token it renews.';
comment on column connections.app_id is 'No foreign key: a firm that moves leaves the other installation''s apps behind.';
comment on column connections.redirect_uri is 'Where the code was sent.';
comment on column connections.challenge is 'SHA-256 of what only the app that asked can show (RFC 7636).';
comment on column connections.code_hash is 'SHA-256 of the code; it works once, and its second use ends the connection.';
comment on column connections.family_hash is 'SHA-256 of the part that all refresh tokens of the connection share; NULL until the code was exchanged.';
comment on column connections.refresh_hash is 'SHA-256 of the only refresh token that works. Another one of the family is an old one, and ends the connection.';
create index connections_of_app on connections (app_id);
call protect_firm_table('connections');

-- An app acts for the person who allowed it, who must still be one that may.
create function end_connections_of_user() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update api_keys k set revoked_at = coalesce(new.deactivated_at, now()) from connections c
   where k.firm_id = new.firm_id and k.created_by = new.id and k.revoked_at is null
     and c.firm_id = k.firm_id and c.key_id = k.id;
  return null;
end $$;
alter function end_connections_of_user owner to foyer_platform;
revoke all on function end_connections_of_user from public;
create trigger user_loses_keys after update of role, deactivated_at on users for each row
  when (new.deactivated_at is not null or new.role <> 'admin') execute function end_connections_of_user();
