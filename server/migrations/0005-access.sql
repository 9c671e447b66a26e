-- Authentication: API keys, staff and client sign-in, staff acting for a client. foyer_platform owns the functions
-- authenticate_… and recall_…. They find the firm by the place that begins every key, link, and cookie, and open it for
-- the rest of the transaction. The hash covers the entire token, so a changed place proves nothing. Inquiries come
-- last.

create table api_keys (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  name text not null,
  token_hash bytea not null,
  token_end text not null,
  scopes text[] not null,
  created_by record_id not null default current_actor(),
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  primary key (firm_id, id),
  unique (firm_id, token_hash),
  foreign key (firm_id, created_by) references users (firm_id, id)
);
comment on table api_keys is 'API keys of the firm''s software. The key itself is shown once and never stored.';
comment on column api_keys.token_hash is 'SHA-256 of the entire key; enough for one of 190 random bits.';
comment on column api_keys.token_end is 'The last four characters, so that staff can tell keys apart.';
comment on column api_keys.created_by is 'Events caused by the key name this user.';
call protect_firm_table('api_keys');

-- Finds a live key, and the revision of what is requested: of a list of its firm, by name, or of a matter, by id; NULL
-- if it doesn't exist. A matter's responses also show something of its questionnaire, and so does the list. Every
-- request runs this: PostgreSQL inlines it into the calling statement, and it returns neither arrays nor timestamps,
-- which the driver parses more slowly than the rest of the row.
create function find_live_key(of_place text, hash bytea, subject text, at timestamptz)
returns table (firm_id text, user_id text, key_id text, scopes text, is_suspended boolean, is_use_noted boolean, revision text)
language sql stable as $$
  select k.firm_id, k.created_by::text, k.id::text, array_to_string(k.scopes, ' '), f.suspended_at is not null,
         coalesce(k.last_used_at > at - interval '1 minute', false),
         case when subject = 'events' then coalesce(r.events::text, 'none')
              when subject = 'questionnaires' then coalesce(r.questionnaires::text, 'none')
              when subject = 'matters' then concat(r.matters, ' ', r.questionnaires)
              when m.id is not null then concat(m.revision, ' ', r.questionnaires) end
    from firms f
    join api_keys k on k.firm_id = f.id and k.token_hash = hash and k.revoked_at is null
                   and (k.expires_at is null or k.expires_at > at)
    left join firm_revisions r on r.firm_id = k.firm_id
    left join matters m on m.firm_id = k.firm_id and m.id = subject
   where f.place = of_place
$$;
revoke all on function find_live_key from public;
grant execute on function find_live_key to foyer_platform;

-- Verifies keys and returns the requested revision for each, in one statement and without opening a firm: a row for
-- each key in the given order, of NULLs if there is no such live key. Planned once, because planning takes longer than
-- running.
create function authenticate_keys(places text[], hashes bytea[], subjects text[], at timestamptz)
returns table (firm_id text, user_id text, key_id text, scopes text, is_suspended boolean, is_use_noted boolean, revision text)
language plpgsql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
begin
  return query
  select k.* from unnest(places, hashes, subjects) with ordinality as requested (place, hash, subject, number)
    -- "offset 0" makes PostgreSQL look up one key after the other by index instead of joining the entire table.
    left join lateral (select * from find_live_key(requested.place, requested.hash, requested.subject, at) offset 0) k on true
   order by requested.number;
end $$;
alter function authenticate_keys owner to foyer_platform;
revoke all on function authenticate_keys from public;
grant execute on function authenticate_keys to foyer_firm;

-- Verifies a key, returns the requested revision, and opens the firm for the rest of the transaction. Returns one row
-- if the key is live.
create function authenticate_key(of_place text, hash bytea, subject text, at timestamptz)
returns table (firm_id text, user_id text, key_id text, scopes text, is_suspended boolean, is_use_noted boolean, revision text)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select k.firm_id, k.user_id, k.key_id, k.scopes, k.is_suspended, k.is_use_noted, k.revision
    into firm_id, user_id, key_id, scopes, is_suspended, is_use_noted, revision
    from find_live_key(of_place, hash, subject, at) k;
  if found then
    if not is_suspended then
      perform set_config('foyer.firm_id', firm_id, true), set_config('foyer.user_id', user_id, true);
    end if;
    return next;
  end if;
end $$;
alter function authenticate_key owner to foyer_platform;
revoke all on function authenticate_key from public;
grant execute on function authenticate_key to foyer_firm;

create table idempotent_answers (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  api_key_id record_id not null,
  key text not null check (length(key) between 1 and 255),
  request_hash bytea not null,
  status integer not null,
  body_sealed text not null,
  matter_id record_id,
  created_at timestamptz not null,
  primary key (firm_id, api_key_id, key),
  foreign key (firm_id, api_key_id) references api_keys (firm_id, id) on delete cascade,
  -- Deferrable, so that tables_of_matters skips this table: a restored matter doesn't bring its rows back.
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade deferrable
);
comment on table idempotent_answers is 'First responses to requests with an Idempotency-Key, replayed for 24 hours.';
comment on column idempotent_answers.api_key_id is 'The key that sent the request, the only one that gets the response again.';
comment on column idempotent_answers.body_sealed is 'Encrypted: a response may contain an invitation key or a webhook secret.';
comment on column idempotent_answers.matter_id is 'The matter the response is about, deleted with it; NULL for a webhook.';
create index idempotent_answers_of_matter on idempotent_answers (firm_id, matter_id) where matter_id is not null;
create index idempotent_answers_by_age on idempotent_answers (created_at);
call protect_firm_table('idempotent_answers', clients => 'false');

-- Neither addresses nor bodies: both name records and people.
create table api_requests (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  request_id uuid not null,
  api_key_id record_id not null,
  answered_at timestamptz not null,
  method text not null,
  route text not null,
  status integer not null,
  codes text[] not null,
  duration_ms integer not null,
  requests integer not null check (requests > 0),
  primary key (firm_id, request_id),
  foreign key (firm_id, api_key_id) references api_keys (firm_id, id) on delete cascade
);
comment on table api_requests is 'Requests with the firm''s API keys in the last 30 days, for staff to see what their software does.';
comment on column api_requests.request_id is 'As the response names it; of a row that counts several, the slowest one''s.';
comment on column api_requests.route is 'Its pattern, such as /v1/matters/:matter_id.';
comment on column api_requests.codes is 'The codes of the problem and of its faults, those after the name of the field or parameter.';
comment on column api_requests.requests is 'Successful reads within seconds of each other are one row.';
create index api_requests_by_time on api_requests (firm_id, answered_at desc, request_id);
create index api_requests_by_age on api_requests (answered_at);
call protect_firm_table('api_requests');

-- A member of staff may have several links to set a password: a new one revokes earlier ones only if its creator says
-- so.
create table setup_links (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  token_hash bytea not null,
  user_id record_id not null,
  is_emergency boolean not null default false,
  expires_at timestamptz not null,
  primary key (firm_id, token_hash),
  foreign key (firm_id, user_id) references users (firm_id, id) on delete cascade
);
comment on table setup_links is 'One-time links with which staff set a password. A used link is removed.';
comment on column setup_links.token_hash is 'SHA-256 of the token at the end of the link.';
comment on column setup_links.is_emergency is 'Created by command for when the identity provider is down; works where single sign-on is required.';
create index setup_links_by_user on setup_links (firm_id, user_id);
call protect_firm_table('setup_links');

-- A member of staff's account at an identity provider, after the first sign-in from there.
create table sign_in_identities (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  user_id record_id not null,
  issuer text not null,
  subject text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  primary key (firm_id, user_id, issuer),
  unique (firm_id, issuer, subject),
  foreign key (firm_id, user_id) references users (firm_id, id) on delete cascade
);
comment on table sign_in_identities is 'Accounts at an identity provider (OpenID Connect) that sign in as a member of staff.';
comment on column sign_in_identities.subject is 'The provider''s permanent identifier for the person. Addresses may change hands; this doesn''t.';
create index sign_in_identities_by_subject on sign_in_identities (issuer, subject);
call protect_firm_table('sign_in_identities');

-- Passkeys of staff and clients (Web Authentication). The stored key is public; the private key stays on the device. A
-- client's passkey belongs to the client's matter: it is deleted and restored with it.
create table passkeys (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  user_id record_id not null default current_actor(),
  matter_id record_id,
  credential_id bytea not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  is_backed_up boolean not null,
  name text not null check (length(name) between 1 and 100),
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (firm_id, id),
  unique (firm_id, credential_id),
  foreign key (firm_id, user_id) references users (firm_id, id) on delete cascade,
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade
);
comment on table passkeys is 'Passkeys with which staff and clients sign in.';
comment on column passkeys.matter_id is 'The matter of a client; NULL for staff.';
comment on column passkeys.counter is 'The device''s usage counter; 0 for passkeys shared between devices.';
comment on column passkeys.name is 'The owner''s name for the device.';
create index passkeys_by_credential on passkeys (credential_id);
create index passkeys_of_user on passkeys (firm_id, user_id);
create index passkeys_of_matter on passkeys (firm_id, matter_id) where matter_id is not null;
-- Before sign-in, a session sees the matter's passkeys, none of which is secret; afterward, each client sees only their
-- own.
call protect_firm_table('passkeys', clients => 'coalesce(current_actor(), user_id) = user_id');

create table invitations (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  matter_id record_id not null,
  party text not null check (party in ('main', 'partner', 'representative', 'helper')),
  email text not null default '',
  first_name text not null default '',
  last_name text not null default '',
  key_hash bytea not null,
  key_sealed text not null,
  user_id record_id,
  created_by record_id default current_actor(),
  created_at timestamptz not null,
  sent_at timestamptz,
  started_at timestamptz,
  claimed_at timestamptz,
  revoked_at timestamptz,
  expires_at timestamptz,
  is_for_parts boolean not null default false check (party = 'helper' or not is_for_parts),
  signing_requested_at timestamptz,
  primary key (firm_id, id),
  unique (firm_id, key_hash),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade,
  foreign key (firm_id, user_id) references users (firm_id, id)
);
comment on table invitations is 'Links into one matter, each bound to one party, so that the order of opening never swaps people.';
comment on column invitations.key_sealed is 'The encrypted key, so that staff can show or send the same link again.';
comment on column invitations.user_id is 'The client user, created when Start is pressed.';
comment on column invitations.sent_at is 'When its email was last put into the outbox; mails has that email''s status.';
comment on column invitations.claimed_at is 'When the current link first signed a browser in; NULL again once it is renewed.';
comment on column invitations.expires_at is 'When the link stops working unless Start was pressed before; NULL for never. Restarts whenever the link is sent.';
comment on column invitations.signing_requested_at is 'When the other client last had them asked to sign.';
comment on column invitations.is_for_parts is 'A client invited this helper for the parts in handovers: the link opens nothing else, and nothing once they have ended.';
create index invitations_of_matter on invitations (firm_id, matter_id, id);
create index invitations_expiring on invitations (firm_id, expires_at)
  where expires_at is not null and started_at is null and revoked_at is null;
-- Two live links for one person would create two users for one person; helpers may have several.
create unique index invitations_one_a_party on invitations (firm_id, matter_id, party)
  where revoked_at is null and party <> 'helper';
create index invitations_by_email on invitations (firm_id, lower(email)) where email <> '';
create index invitations_of_user on invitations (firm_id, user_id) where user_id is not null;
call protect_firm_table('invitations', helpers => 'id = (select helping_invitation())');

-- A part of the questionnaire that a client asked another person to fill in. Never a part answered separately.
create table handovers (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  matter_id record_id not null,
  section_id record_id not null,
  invitation_id record_id not null,
  given_by record_id not null default current_actor(),
  given_at timestamptz not null,
  expires_at timestamptz,
  ended_at timestamptz,
  ended_by record_id,
  seen_at timestamptz,
  primary key (firm_id, id),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade,
  foreign key (firm_id, invitation_id) references invitations (firm_id, id) on delete cascade
);
comment on table handovers is 'Parts that a client asked the other client or a helper to fill in, until they are given back or taken back.';
comment on column handovers.invitation_id is 'The invitation of the client or helper who was asked.';
comment on column handovers.expires_at is 'When it ends by itself; NULL for the other client, who sees the part anyway.';
comment on column handovers.ended_by is 'The user who gave it back or took it back.';
comment on column handovers.seen_at is 'When the asking client was told that it is back.';
create unique index handovers_one_a_part on handovers (firm_id, matter_id, section_id) where ended_at is null;
create index handovers_of_invitation on handovers (firm_id, invitation_id);
call protect_firm_table('handovers', clients => 'is_in_sight(section_id, null)',
  helpers => 'invitation_id = (select helping_invitation())');
create function has_no_part_left(i invitations, at timestamptz) returns boolean language sql stable
  return i.is_for_parts and not exists (
    select from handovers h where h.firm_id = i.firm_id and h.invitation_id = i.id and h.ended_at is null and h.expires_at > at);
comment on function has_no_part_left is 'Whether a helper invited for parts has none left.';

create table sessions (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  token_hash bytea not null,
  user_id record_id not null,
  matter_id record_id,
  device text not null default '',
  is_strong boolean not null default false,
  proven_at timestamptz,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (firm_id, id),
  unique (firm_id, token_hash),
  foreign key (firm_id, user_id) references users (firm_id, id),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade
);
comment on table sessions is 'Signed-in browsers: console staff and portal clients.';
comment on column sessions.matter_id is 'The one matter a client session can access; NULL for staff.';
comment on column sessions.is_strong is 'Opened by a passkey, which proves two factors at once.';
comment on column sessions.proven_at is 'When a passkey last reauthenticated the user; good for one change of sign-in settings.';
call protect_firm_table('sessions', helpers => 'has_visible_invitation(user_id)');

-- Opens a matter for a client's session: sets the matter, the client's contact, and the parts others answer separately.
-- For a helper with some parts, only those open. Before Start, the invitation says who the client is.
create function open_client(firm text, matter text, client text, at timestamptz default now(), invitation text default null)
returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  who invitations;
  parts_of_others text[];
  helped text := '';
begin
  select * into who from invitations i
   where i.firm_id = firm and i.matter_id = matter and (i.user_id = client or i.id = invitation) order by i.id desc limit 1;
  select separate_parts into parts_of_others from matters where firm_id = firm and id = matter;
  if who.is_for_parts then
    select coalesce(string_agg(concat_ws(' ', h.section_id, (
             select string_agg(part #>> '{}', ' ')
               from jsonb_path_query(section, '$.*[*].id') part
              -- Asked by this version, and answered separately in an earlier one.
              where part #>> '{}' <> all(parts_of_others))), ' '), '') into helped
      from handovers h
      join matters m on m.firm_id = h.firm_id and m.id = h.matter_id
      join questionnaire_versions v on v.firm_id = m.firm_id and v.questionnaire_id = m.questionnaire_id
                                   and v.number = m.questionnaire_version
     cross join lateral jsonb_path_query(v.definition, '$.sections[*] ? (@.id == $id)', jsonb_build_object('id', h.section_id)) section
     where h.firm_id = firm and h.invitation_id = who.id and h.ended_at is null and h.expires_at > at
       and h.section_id <> all(parts_of_others);
  end if;
  perform set_config('foyer.matter_id', case when who.is_for_parts then '-' else matter end, true),
          set_config('foyer.helped_matter', case when who.is_for_parts then matter else '' end, true),
          set_config('foyer.helping_invitation', case when who.is_for_parts then who.id else '' end, true),
          set_config('foyer.helped_parts', helped, true),
          set_config('foyer.contact_id', coalesce((
            select case who.party when 'main' then m.contact_main_id when 'partner' then m.contact_spouse_id end
              from matters m where m.firm_id = firm and m.id = matter and who.user_id = client), ''), true),
          set_config('foyer.separate_parts', coalesce(nullif(array_to_string(parts_of_others, ' '), ''), '-'), true);
end $$;
comment on function open_client is 'Narrows the transaction to one matter as one of its clients sees it.';
alter function open_client owner to foyer_platform;
revoke all on function open_client from public;
grant execute on function open_client to foyer_firm;

-- What a questionnaire's rules use, including answers the session can't see: a helper's pages show the same parts as
-- the clients', but none of these values. Leaves out parts answered separately.
create function answers_for_rules() returns table (question_id text, about text, value jsonb)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query
  select a.question_id::text, a.about::text, case when a.value_sealed is null then a.value else '"sealed"'::jsonb end
    from answers a join matters m on m.firm_id = a.firm_id and m.id = a.matter_id
   where a.firm_id = current_firm() and a.matter_id = helped_matter() and a.question_id <> all(m.separate_parts)
  union all
  select d.request_id::text, null, jsonb_agg(d.filename order by d.uploaded_at, d.id)
    from documents d join matters m on m.firm_id = d.firm_id and m.id = d.matter_id
   where d.firm_id = current_firm() and d.matter_id = helped_matter() and d.request_id like 'question\_%'
     and d.removed_at is null and d.request_id <> all(m.separate_parts)
   group by 1;
end $$;
comment on function answers_for_rules is 'All unencrypted answers of the matter a helper has parts of, for its questionnaire''s rules.';
create function children_for_rules() returns setof contacts
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query select * from contacts c
   where c.firm_id = current_firm() and c.matter_id = helped_matter() and c.relationship_type like '2%';
end $$;
comment on function children_for_rules is 'The children of the clients a helper fills in for, for the questionnaire''s rules.';
revoke all on function children_for_rules from public;
grant execute on function children_for_rules to foyer_firm, foyer_platform;
create function assets_for_helpers() returns table (category text, is_joint boolean, has_minor_beneficiaries boolean)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query select * from assets_for_rules(helped_matter());
end $$;
comment on function assets_for_helpers is 'Like assets_for_rules, for the matter a helper has parts of.';
alter function assets_for_helpers owner to foyer_platform;
alter function answers_for_rules owner to foyer_platform;
alter function children_for_rules owner to foyer_platform;
revoke all on function assets_for_helpers from public;
grant execute on function assets_for_helpers to foyer_firm, foyer_platform;
revoke all on function answers_for_rules, children_for_rules, assets_for_helpers from public;
grant execute on function answers_for_rules, children_for_rules, assets_for_helpers to foyer_firm;

-- Verifies a browser session and opens its firm (and, for a client, its one matter) for the rest of the transaction.
create function authenticate_session(of_place text, hash bytea, at timestamptz)
returns table (firm_id text, user_id text, session_id text, matter_id text, is_firm_staff boolean, email text,
               name text, role text, is_suspended boolean, last_seen_at timestamptz, is_limited boolean, paused_party text)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select s.firm_id, s.user_id, s.id, s.matter_id, u.is_firm_staff, u.email, u.name, u.role,
         f.suspended_at is not null, s.last_seen_at
    into firm_id, user_id, session_id, matter_id, is_firm_staff, email, name, role, is_suspended, last_seen_at
    from sessions s
    join users u on u.firm_id = s.firm_id and u.id = s.user_id
    join firms f on f.id = s.firm_id
   where f.place = of_place and s.token_hash = hash and s.expires_at > at and u.deactivated_at is null;
  if found then
    if not is_suspended then
      perform set_config('foyer.firm_id', firm_id, true), set_config('foyer.user_id', user_id, true),
              set_config('foyer.matter_id', '', true),
              set_config('foyer.viewer_id', case when is_firm_staff
                and exists (select from matter_access a where a.firm_id = authenticate_session.firm_id) then user_id else '' end, true),
              set_config('foyer.hidden_matters', '', true);
      if current_viewer() is not null then
        perform set_config('foyer.hidden_matters', concat(firm_id, ' ', user_id, ' ', (
                  select string_agg(closed, ' ') from hidden_matters() closed)), true);
      end if;
      if matter_id is not null then perform open_client(firm_id, matter_id, user_id, at); end if;
    end if;
    is_limited := matter_id is not null and helped_matter() is not null;
    -- Which client this is, while the two clients' sharing is paused.
    select i.party into paused_party
      from matters m join invitations i on i.firm_id = m.firm_id and i.matter_id = m.id
     where m.firm_id = authenticate_session.firm_id and m.id = authenticate_session.matter_id
       and m.sharing_paused_at is not null and i.user_id = authenticate_session.user_id
     order by i.id desc limit 1;
    -- The helper has no part left, so the session is not signed in.
    if is_limited and current_setting('foyer.helped_parts') = '' then return; end if;
    return next;
  end if;
end $$;
alter function authenticate_session owner to foyer_platform;
revoke all on function authenticate_session from public;
grant execute on function authenticate_session to foyer_firm;

-- Verifies an invitation key and opens its firm and its one matter. Also returns revoked links: the page says why.
create function authenticate_invitation(of_place text, hash bytea)
returns table (firm_id text, invitation_id text, matter_id text, user_id text, is_revoked boolean, is_suspended boolean)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select i.firm_id, i.id, i.matter_id, i.user_id, i.revoked_at is not null or has_no_part_left(i, now()), f.suspended_at is not null
    into firm_id, invitation_id, matter_id, user_id, is_revoked, is_suspended
    from invitations i join firms f on f.id = i.firm_id
   where f.place = of_place and i.key_hash = hash;
  if found then
    perform set_config('foyer.firm_id', firm_id, true), set_config('foyer.user_id', coalesce(user_id, ''), true),
            open_client(firm_id, matter_id, user_id, now(), invitation_id);
    return next;
  end if;
end $$;
alter function authenticate_invitation owner to foyer_platform;
revoke all on function authenticate_invitation from public;
grant execute on function authenticate_invitation to foyer_firm;

-- Returns the invitation of a client session that has ended, so that its browser can ask for a code instead of the
-- link. Opens the firm and the matter for the transaction like authenticate_invitation, but no user.
create function recall_session(of_place text, hash bytea)
returns table (firm_id text, invitation_id text, matter_id text, user_id text, is_revoked boolean, is_suspended boolean)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select s.firm_id, i.id, s.matter_id, s.user_id, i.revoked_at is not null or has_no_part_left(i, now()), f.suspended_at is not null
    into firm_id, invitation_id, matter_id, user_id, is_revoked, is_suspended
    from sessions s
    join invitations i on i.firm_id = s.firm_id and i.matter_id = s.matter_id and i.user_id = s.user_id
    join firms f on f.id = s.firm_id
   where f.place = of_place and s.token_hash = hash
   order by i.id desc limit 1;
  if found then
    perform set_config('foyer.firm_id', firm_id, true), open_client(firm_id, matter_id, user_id);
    return next;
  end if;
end $$;
alter function recall_session owner to foyer_platform;
revoke all on function recall_session from public;
grant execute on function recall_session to foyer_firm;

-- Returns the invitation of a page that a client had open, from the encrypted owner in the page: the session may be
-- gone from the browser and the database. Opens the firm and the matter for the transaction like recall_session, but no
-- user. It authenticates no one, so it leads no further than an emailed code.
create function recall_client(client text, matter text)
returns table (firm_id text, invitation_id text, matter_id text, user_id text, is_revoked boolean, is_suspended boolean)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select i.firm_id, i.id, i.matter_id, i.user_id, i.revoked_at is not null or has_no_part_left(i, now()), f.suspended_at is not null
    into firm_id, invitation_id, matter_id, user_id, is_revoked, is_suspended
    from invitations i
    join firms f on f.id = i.firm_id
   where i.matter_id = matter and i.user_id = client
   order by i.id desc limit 1;
  if found then
    perform set_config('foyer.firm_id', firm_id, true), open_client(firm_id, matter_id, user_id);
    return next;
  end if;
end $$;
alter function recall_client owner to foyer_platform;
revoke all on function recall_client from public;
grant execute on function recall_client to foyer_firm;

-- Revoking or replacing a link ends the sessions it opened.
create function end_sessions_of_invitation() returns trigger language plpgsql as $$
begin
  update sessions set expires_at = to_timestamp(0)
   where firm_id = new.firm_id and user_id = new.user_id and matter_id = new.matter_id;
  return null;
end $$;
create trigger invitation_ended after update of revoked_at, key_hash on invitations for each row
  when (new.user_id is not null
        and (new.key_hash <> old.key_hash or (new.revoked_at is not null and old.revoked_at is null)))
  execute function end_sessions_of_invitation();

-- Staff who change a matter for its client use the client's own pages of that one matter while this row is valid. It
-- belongs to the browser's console session and ends with it; it has no token of its own that could leak.
create table impersonations (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  session_id record_id not null,
  user_id record_id not null,
  matter_id record_id not null,
  started_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (firm_id, id),
  unique (firm_id, session_id, matter_id),
  foreign key (firm_id, user_id) references users (firm_id, id),
  -- Deferrable, so that tables_of_matters skips this table: a restored matter doesn't bring its rows back.
  foreign key (firm_id, session_id) references sessions (firm_id, id) on delete cascade deferrable,
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade deferrable
);
comment on table impersonations is 'Members of staff who are currently changing a matter for the client, in the client''s own pages.';
comment on column impersonations.session_id is 'The console session it began in, and ends with.';
call protect_firm_table('impersonations');

-- Where in their matter the people who fill it in currently are. Temporary: a restored matter brings none back.
create table presences (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  matter_id record_id not null,
  user_id record_id not null default current_actor(),
  section_id record_id not null,
  path text not null check (length(path) <= 200),
  seen_at timestamptz not null,
  primary key (firm_id, matter_id, user_id),
  foreign key (firm_id, user_id) references users (firm_id, id),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade deferrable
);
comment on table presences is 'The questionnaire page each of a matter''s clients and helpers opened last; none for parts answered separately.';
comment on column presences.path is 'The page within the section.';
call protect_firm_table('presences');

-- Verifies, through the browser's console session, that a member of staff is currently acting for this matter's client,
-- and opens the firm and the matter for the transaction like a client's session. Checks their access again each time.
create function authenticate_impersonation(of_place text, hash bytea, matter text, at timestamptz)
returns table (firm_id text, user_id text, session_id text, matter_id text, is_firm_staff boolean, email text,
               name text, role text, is_suspended boolean, last_seen_at timestamptz)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select b.firm_id, b.user_id, b.id, b.matter_id, u.is_firm_staff, u.email, u.name, u.role,
         f.suspended_at is not null, b.last_seen_at
    into firm_id, user_id, session_id, matter_id, is_firm_staff, email, name, role, is_suspended, last_seen_at
    from sessions s
    join impersonations b on b.firm_id = s.firm_id and b.session_id = s.id and b.user_id = s.user_id
    join users u on u.firm_id = b.firm_id and u.id = b.user_id
    join firms f on f.id = b.firm_id
    join matters m on m.firm_id = b.firm_id and m.id = b.matter_id
   where f.place = of_place and s.token_hash = hash and s.expires_at > at and b.matter_id = matter and b.expires_at > at
     and u.is_firm_staff and u.deactivated_at is null and m.close_date is null
     and u.role <> 'read_only' and (not m.is_restricted or exists (
           select from matter_access a where a.firm_id = m.firm_id and a.matter_id = m.id and a.user_id = u.id))
     and (u.role = 'admin' or not u.assigned_matters_only or m.assignee_id = u.id)
     and (u.second_factor_sealed is not null or f.settings ->> 'require_second_factor' is distinct from 'true');
  if found then
    if not is_suspended then
      perform set_config('foyer.firm_id', firm_id, true), set_config('foyer.user_id', user_id, true),
              open_client(firm_id, matter_id, null), set_config('foyer.impersonation', 'yes', true);
    end if;
    return next;
  end if;
end $$;
alter function authenticate_impersonation owner to foyer_platform;
revoke all on function authenticate_impersonation from public;
grant execute on function authenticate_impersonation to foyer_firm;

-- Records the end in the audit log, however it ends.
create function note_end_of_impersonation() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  at timestamptz := least(now(), old.expires_at);
  random_hex text := upper(replace(gen_random_uuid()::text, '-', ''));
begin
  -- Selects from firms, because there is no log to write while the firm itself is being removed.
  insert into audit_entries (firm_id, id, action, matter_id, user_id, occurred_at)
  select f.id,
         'audit_' || lpad(upper(to_hex(floor(extract(epoch from now()) * 1000)::bigint)), 12, '0') || '7' || substr(random_hex, 14),
         'impersonation_ended', old.matter_id, old.user_id, greatest(at, old.started_at)
    from firms f where f.id = old.firm_id;
  return null;
end $$;
alter function note_end_of_impersonation owner to foyer_platform;
revoke all on function note_end_of_impersonation from public;
create trigger impersonation_ended after delete on impersonations for each row execute function note_end_of_impersonation();

-- A member of staff who loses access to the matter, or their account, must start over if they get it back.
create function end_impersonation_in_matter() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from impersonations b using users u
   where b.firm_id = new.firm_id and b.matter_id = new.id and u.firm_id = b.firm_id and u.id = b.user_id
     and (new.close_date is not null
          or (u.role <> 'admin' and u.assigned_matters_only and new.assignee_id is distinct from u.id));
  return null;
end $$;
alter function end_impersonation_in_matter owner to foyer_platform;
revoke all on function end_impersonation_in_matter from public;
create trigger matter_loses_access after update of assignee_id, close_date on matters for each row
  when (new.assignee_id is distinct from old.assignee_id or new.close_date is distinct from old.close_date)
  execute function end_impersonation_in_matter();

-- When a member who sees assigned matters only loses a matter, their exported lists contain one they no longer see. An
-- export still being created is given up. Expires lists at the time of their request, so that no clocks have to agree.
create function end_lists_of_assignee() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update exports e set expires_at = e.requested_at, state = case e.state when 'ready' then e.state else 'failed' end
    from users u
   where e.firm_id = old.firm_id and e.kind = 'matters' and e.requested_by = old.assignee_id and e.expires_at > e.requested_at
     and u.firm_id = e.firm_id and u.id = e.requested_by and u.role <> 'admin' and u.assigned_matters_only;
  return null;
end $$;
alter function end_lists_of_assignee owner to foyer_platform;
revoke all on function end_lists_of_assignee from public;
create trigger list_loses_access after update of assignee_id on matters for each row
  when (old.assignee_id is not null and new.assignee_id is distinct from old.assignee_id)
  execute function end_lists_of_assignee();

create function end_impersonation_without_access() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  changed constant matter_access := coalesce(new, old);
begin
  delete from impersonations b using matters m
   where b.firm_id = changed.firm_id and b.matter_id = changed.matter_id and m.firm_id = b.firm_id and m.id = b.matter_id
     and m.is_restricted and not exists (
         select from matter_access a where a.firm_id = m.firm_id and a.matter_id = m.id and a.user_id = b.user_id);
  return null;
end $$;
alter function end_impersonation_without_access owner to foyer_platform;
revoke all on function end_impersonation_without_access from public;
create trigger access_list_changed after insert or delete on matter_access for each row
  execute function end_impersonation_without_access();

create function end_impersonation_of_user() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from impersonations b using matters m
   where b.firm_id = new.firm_id and b.user_id = new.id and m.firm_id = b.firm_id and m.id = b.matter_id
     and (new.deactivated_at is not null or new.role = 'read_only'
          or (new.role <> 'admin' and new.assigned_matters_only and m.assignee_id is distinct from new.id));
  return null;
end $$;
alter function end_impersonation_of_user owner to foyer_platform;
revoke all on function end_impersonation_of_user from public;
create trigger user_loses_access after update of role, assigned_matters_only, deactivated_at on users for each row
  when (new.role <> old.role or new.assigned_matters_only <> old.assigned_matters_only
        or new.deactivated_at is distinct from old.deactivated_at)
  execute function end_impersonation_of_user();

create table mailed_codes (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  user_id record_id not null,
  matter_id record_id,
  purpose text not null check (purpose in ('sign_in', 'proof', 'new_email')),
  email text not null,
  code_hash text not null,
  link_hash bytea,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  attempts integer not null default 0,
  used_at timestamptz,
  primary key (firm_id, id),
  foreign key (firm_id, user_id) references users (firm_id, id) on delete cascade,
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade
);
comment on table mailed_codes is 'Six-digit codes sent by email: to come back, to prove who changes sign-in settings, to confirm a new address.';
comment on column mailed_codes.matter_id is 'The matter of a client; NULL for staff.';
comment on column mailed_codes.email is 'Where the code was sent; for a new address, the address it confirms.';
comment on column mailed_codes.code_hash is 'Keyed hash of the code.';
comment on column mailed_codes.link_hash is 'SHA-256 of the token of the link sent with the code; NULL for a code without one. Together they work once.';
create unique index mailed_codes_by_link on mailed_codes (firm_id, link_hash) where link_hash is not null;
create index mailed_codes_of_user on mailed_codes (firm_id, user_id, purpose, sent_at desc);
create index mailed_codes_of_matter on mailed_codes (firm_id, matter_id);
call protect_firm_table('mailed_codes', helpers => 'has_visible_invitation(user_id)');

-- Returns the invitation for the link of an emailed code, used and expired ones too, and opens the firm and the matter
-- for the transaction like recall_session, but no user. Using up the code signs in; having its link doesn't.
create function recall_mailed_code(of_place text, hash bytea)
returns table (firm_id text, invitation_id text, matter_id text, user_id text, is_revoked boolean, is_suspended boolean)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select c.firm_id, i.id, c.matter_id, c.user_id, i.revoked_at is not null or has_no_part_left(i, now()), f.suspended_at is not null
    into firm_id, invitation_id, matter_id, user_id, is_revoked, is_suspended
    from firms f
    join mailed_codes c on c.firm_id = f.id and c.link_hash = hash and c.purpose = 'sign_in'
    join invitations i on i.firm_id = c.firm_id and i.matter_id = c.matter_id and i.user_id = c.user_id
   where f.place = of_place
   order by i.id desc limit 1;
  if found then
    perform set_config('foyer.firm_id', firm_id, true), open_client(firm_id, matter_id, user_id);
    return next;
  end if;
end $$;
alter function recall_mailed_code owner to foyer_platform;
revoke all on function recall_mailed_code from public;
grant execute on function recall_mailed_code to foyer_firm;

-- A form that a member of staff submitted after their session had ended. It waits, encrypted, until they sign in again.
create table late_forms (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  user_id record_id not null,
  url text not null check (length(url) <= 2000),
  form_sealed text not null,
  created_at timestamptz not null,
  primary key (firm_id, id),
  foreign key (firm_id, user_id) references users (firm_id, id) on delete cascade
);
comment on table late_forms is 'Console forms that arrived after the session had ended, saved until their sender has signed in again; a day at most.';
comment on column late_forms.url is 'Where it was sent: path and query.';
comment on column late_forms.form_sealed is 'The form, URL-encoded and encrypted for its sender. Without files.';
create index late_forms_of_user on late_forms (firm_id, user_id, created_at);
call protect_firm_table('late_forms');

-- Sign-in attempts are counted by address and by network, whether or not the address is known. No firm is known yet, so
-- the table belongs to the installation, and only the platform role can access it.
create table sign_in_attempts (
  key text primary key,
  failures integer not null,
  last_failed_at timestamptz not null
);
comment on table sign_in_attempts is 'Recent failed sign-in attempts, by what is limited: an address, a network, a user.';
comment on column sign_in_attempts.key is 'Keyed hash of what is limited.';
create index sign_in_attempts_by_age on sign_in_attempts (last_failed_at);
grant select, insert, update, delete on sign_in_attempts to foyer_platform;

create table calendar_feeds (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  user_id record_id not null,
  token_hash bytea not null,
  created_at timestamptz not null,
  primary key (firm_id, user_id),
  unique (firm_id, token_hash),
  foreign key (firm_id, user_id) references users (firm_id, id)
);
comment on table calendar_feeds is 'Secret addresses at which calendar programs read a member of staff''s due days.';
comment on column calendar_feeds.token_hash is 'SHA-256 of the token in the address, which is shown once.';
call protect_firm_table('calendar_feeds', clients => 'false');

-- People who ask to become clients, from a questionnaire's public start page. No matter exists before staff accept.
create table inquiries (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  questionnaire_id record_id not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  phone text not null default '',
  message_sealed text,
  language text not null check (language in ('en', 'es')),
  accepted_text text,
  accepted_text_at timestamptz,
  received_at timestamptz not null,
  accepted_at timestamptz,
  declined_at timestamptz,
  decided_by record_id,
  primary key (firm_id, id),
  foreign key (firm_id, questionnaire_id) references questionnaires (firm_id, id) on delete cascade,
  foreign key (firm_id, decided_by) references users (firm_id, id)
);
comment on table inquiries is 'People who asked to become clients, with an email address that a code has confirmed.';
comment on column inquiries.message_sealed is 'Encrypted: their message under “How can we help?”. NULL if they wrote nothing.';
comment on column inquiries.accepted_text is 'The firm''s own text on the page, in the wording and language they submitted the form with; NULL if the firm has none.';
comment on column inquiries.accepted_at is 'A matter has taken everything over: no personal data is left here, and the row is removed after a day.';
comment on column inquiries.declined_at is 'When it was declined; it is deleted for good thirty days later, and only the name remains in conflict_names.';
create index inquiries_waiting on inquiries (firm_id, received_at, id) where accepted_at is null and declined_at is null;
create index inquiries_declined on inquiries (firm_id, declined_at desc, id) where declined_at is not null;
create index inquiries_to_prune on inquiries (coalesce(accepted_at, declined_at)) where accepted_at is not null or declined_at is not null;
call protect_firm_table('inquiries');
-- Where each inquiry came from, and what became of it: without personal data, so it outlives the inquiry.
create table inquiry_sources (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  inquiry_id record_id not null,
  questionnaire_id record_id not null,
  source text collate "C" not null,
  received_on date not null,
  is_accepted boolean not null default false,
  primary key (firm_id, inquiry_id),
  foreign key (firm_id, questionnaire_id) references questionnaires (firm_id, id) on delete cascade
);
comment on table inquiry_sources is 'Where inquiries came from and whether they became matters, for the report. No personal data.';
comment on column inquiry_sources.inquiry_id is 'No foreign key: the inquiry is removed after its time.';
comment on column inquiry_sources.source is 'What the link to the start page or a member of staff says; empty if unknown.';
comment on column inquiry_sources.received_on is 'The day, in the firm''s time zone.';
create index inquiry_sources_by_day on inquiry_sources (firm_id, received_on, source);
create index inquiry_sources_by_name on inquiry_sources (firm_id, source);
call protect_firm_table('inquiry_sources', clients => 'false');
create trigger indexes_outside after insert or delete or update of first_name, last_name, email, phone on inquiries
  for each row execute function index_outside();
