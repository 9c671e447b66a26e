create table invitations (
  firm_id record_id not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  matter_id record_id not null,
  party text not null check (party in ('main', 'partner', 'representative', 'helper')),
  email text not null default '',
  first_name text not null default '',
  last_name text not null default '',
  key_hash bytea not null,
  key_sealed text not null,
  user_id record_id,
  password_hash text,
  code_hash bytea,
  code_expires_at timestamptz,
  code_tries integer not null default 0,
  code_sent_at timestamptz,
  created_by record_id default current_actor(),
  created_at timestamptz not null,
  sent_at timestamptz,
  started_at timestamptz,
  revoked_at timestamptz,
  primary key (firm_id, id),
  unique (firm_id, key_hash),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade,
  foreign key (firm_id, user_id) references users (firm_id, id)
);
comment on table invitations is 'Links into one matter, each bound to one party, so that the order of opening never swaps people.';
comment on column invitations.key_sealed is 'The key encrypted, so that staff can show or send the same link again.';
comment on column invitations.user_id is 'The client user, made when Start is pressed.';
comment on column invitations.code_hash is 'Keyed hash of the six-digit code last sent for another device.';
create index invitations_by_key on invitations (key_hash);
create index invitations_of_matter on invitations (firm_id, matter_id, id);
call protect_firm_table('invitations');

create table sessions (
  firm_id record_id not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  token_hash bytea not null,
  user_id record_id not null,
  matter_id record_id,
  device text not null default '',
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (firm_id, id),
  unique (firm_id, token_hash),
  foreign key (firm_id, user_id) references users (firm_id, id),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade
);
comment on table sessions is 'Signed-in browsers: staff of the console, clients of the portal.';
comment on column sessions.matter_id is 'The one matter a client session may reach; NULL for staff.';
create index sessions_by_token on sessions (token_hash);
call protect_firm_table('sessions');

-- Proves a browser session and opens its firm (and, for a client, its one matter) for the rest of the transaction.
create function authenticate_session(hash bytea, at timestamptz)
returns table (firm_id text, user_id text, session_id text, matter_id text, is_firm_staff boolean, email text,
               name text, role text, is_suspended boolean, last_seen_at timestamptz)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select s.firm_id, s.user_id, s.id, s.matter_id, u.is_firm_staff, u.email, u.name, u.role,
         f.suspended_at is not null, s.last_seen_at
    into firm_id, user_id, session_id, matter_id, is_firm_staff, email, name, role, is_suspended, last_seen_at
    from sessions s
    join users u on u.firm_id = s.firm_id and u.id = s.user_id
    join firms f on f.id = s.firm_id
   where s.token_hash = hash and s.expires_at > at and u.deactivated_at is null;
  if found then
    if not is_suspended then
      perform set_config('foyer.firm_id', firm_id, true), set_config('foyer.user_id', user_id, true),
              set_config('foyer.matter_id', coalesce(matter_id, ''), true);
    end if;
    return next;
  end if;
end $$;
alter function authenticate_session owner to foyer_platform;
revoke all on function authenticate_session from public;
grant execute on function authenticate_session to foyer_firm;

-- Proves an invitation key and opens its firm and its one matter. Also answers for revoked links: the page says why.
create function authenticate_invitation(hash bytea)
returns table (firm_id text, invitation_id text, matter_id text, user_id text, is_revoked boolean, is_suspended boolean)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select i.firm_id, i.id, i.matter_id, i.user_id, i.revoked_at is not null, f.suspended_at is not null
    into firm_id, invitation_id, matter_id, user_id, is_revoked, is_suspended
    from invitations i join firms f on f.id = i.firm_id
   where i.key_hash = hash;
  if found then
    perform set_config('foyer.firm_id', firm_id, true), set_config('foyer.user_id', coalesce(user_id, ''), true),
            set_config('foyer.matter_id', matter_id, true);
    return next;
  end if;
end $$;
alter function authenticate_invitation owner to foyer_platform;
revoke all on function authenticate_invitation from public;
grant execute on function authenticate_invitation to foyer_firm;

create table webhook_endpoints (
  firm_id record_id not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  url text not null,
  event_types text[] not null,
  description text not null default '',
  headers_sealed text not null,
  secret_sealed text not null,
  previous_secret_sealed text,
  previous_secret_until timestamptz,
  created_by record_id default current_actor(),
  created_at timestamptz not null,
  paused_at timestamptz,
  disabled_at timestamptz,
  disabled_reason text,
  removed_at timestamptz,
  first_failure_at timestamptz,
  last_failure_at timestamptz,
  last_success_at timestamptz,
  primary key (firm_id, id)
);
comment on table webhook_endpoints is 'Where a firm''s software hears about events.';
comment on column webhook_endpoints.previous_secret_until is 'While a secret is being rotated both sign, for 24 hours.';
comment on column webhook_endpoints.first_failure_at is 'Start of the present run of failures; NULL after a success.';
call protect_firm_table('webhook_endpoints');

create table deliveries (
  firm_id record_id not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  endpoint_id record_id not null,
  event_id record_id not null,
  matter_id record_id,
  event_type text not null,
  is_test boolean not null default false,
  payload text not null,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'delivered', 'failed', 'cancelled')),
  tries integer not null default 0,
  next_try_at timestamptz,
  claimed_until timestamptz,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (firm_id, id),
  foreign key (firm_id, endpoint_id) references webhook_endpoints (firm_id, id) on delete cascade
);
comment on table deliveries is 'One event on its way to one endpoint: the firm''s delivery log.';
comment on column deliveries.payload is 'The bytes sent on every try: the event''s own payload, or that of a test event.';
comment on column deliveries.claimed_until is 'A worker is trying; if it dies, the delivery is due again after this time.';
create unique index deliveries_once on deliveries (firm_id, endpoint_id, event_id);
create index deliveries_due on deliveries (next_try_at) where state in ('waiting', 'sending');
create index deliveries_of_endpoint on deliveries (firm_id, endpoint_id, id desc);
call protect_firm_table('deliveries');

create table delivery_tries (
  firm_id record_id not null default current_firm() references firms (id) on delete cascade,
  delivery_id record_id not null,
  number integer not null check (number > 0),
  started_at timestamptz not null,
  duration_ms integer not null,
  status integer,
  fault text,
  request_headers jsonb not null,
  answer_excerpt text not null default '',
  primary key (firm_id, delivery_id, number),
  foreign key (firm_id, delivery_id) references deliveries (firm_id, id) on delete cascade
);
comment on table delivery_tries is 'Each try of a delivery: what was sent, what came back, how long it took.';
comment on column delivery_tries.request_headers is 'Without the values of the firm''s own headers.';
comment on column delivery_tries.status is 'HTTP status of the answer; NULL when none came.';
call protect_firm_table('delivery_tries');
