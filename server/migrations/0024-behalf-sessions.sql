-- Staff who change a matter for its client get the client's own pages of that one matter, for as long as this lasts.
-- It hangs on the browser's session of the console: it has no token of its own that could be lost, and ends with it.
create table behalf_sessions (
  firm_id record_id not null default current_firm() references firms (id) on delete cascade,
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
  -- Deferrable, so that tables_of_matters passes them by: a matter that is restored does not bring these back.
  foreign key (firm_id, session_id) references sessions (firm_id, id) on delete cascade deferrable,
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade deferrable
);
comment on table behalf_sessions is 'Members of staff who change a matter on the client''s behalf now, in the client''s own pages.';
comment on column behalf_sessions.session_id is 'The session of the console it was begun in, and ends with.';
call protect_firm_table('behalf_sessions');

-- Clients are told which answers were changed for them; what staff or their software wrote otherwise is no news.
alter table changes add column on_behalf boolean not null
  default coalesce(current_setting('foyer.on_behalf', true), '') = 'yes';
comment on column changes.on_behalf is 'Made by staff for the client, in the client''s own pages.';

-- Proves, by the browser's session of the console, that staff act on the client's behalf in this matter now, and
-- opens the firm and the matter for the transaction as a client's session does. What they may reach is asked anew
-- each time.
create function authenticate_behalf(hash bytea, matter text, at timestamptz)
returns table (firm_id text, user_id text, session_id text, matter_id text, is_firm_staff boolean, email text,
               name text, role text, is_suspended boolean, last_seen_at timestamptz)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select b.firm_id, b.user_id, b.id, b.matter_id, u.is_firm_staff, u.email, u.name, u.role,
         f.suspended_at is not null, b.last_seen_at
    into firm_id, user_id, session_id, matter_id, is_firm_staff, email, name, role, is_suspended, last_seen_at
    from sessions s
    join behalf_sessions b on b.firm_id = s.firm_id and b.session_id = s.id and b.user_id = s.user_id
    join users u on u.firm_id = b.firm_id and u.id = b.user_id
    join firms f on f.id = b.firm_id
    join matters m on m.firm_id = b.firm_id and m.id = b.matter_id
   where s.token_hash = hash and s.expires_at > at and b.matter_id = matter and b.expires_at > at
     and u.is_firm_staff and u.deactivated_at is null and m.close_date is null
     and (u.role = 'admin' or not u.assigned_matters_only or m.assignee_id = u.id)
     and (u.second_factor_sealed is not null or f.settings ->> 'require_second_factor' is distinct from 'true');
  if found then
    if not is_suspended then
      perform set_config('foyer.firm_id', firm_id, true), set_config('foyer.user_id', user_id, true),
              set_config('foyer.matter_id', matter_id, true), set_config('foyer.on_behalf', 'yes', true);
    end if;
    return next;
  end if;
end $$;
alter function authenticate_behalf owner to foyer_platform;
revoke all on function authenticate_behalf from public;
grant execute on function authenticate_behalf to foyer_firm;

-- However it ends, the audit log says so.
create function note_end_of_behalf() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  at timestamptz := least(now(), old.expires_at);
  random_hex text := upper(replace(gen_random_uuid()::text, '-', ''));
begin
  -- Nothing is left to write in when the firm itself is being removed.
  insert into audit_entries (firm_id, id, action, matter_id, user_id, occurred_at)
  select f.id,
         'audit_' || lpad(upper(to_hex(floor(extract(epoch from now()) * 1000)::bigint)), 12, '0') || '7' || substr(random_hex, 14),
         'behalf_ended', old.matter_id, old.user_id, greatest(at, old.started_at)
    from firms f where f.id = old.firm_id;
  return null;
end $$;
alter function note_end_of_behalf owner to foyer_platform;
revoke all on function note_end_of_behalf from public;
create trigger behalf_ended after delete on behalf_sessions for each row execute function note_end_of_behalf();

-- Who loses the matter, or their account, does not get it back where they left off.
create function end_behalf_in_matter() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from behalf_sessions b using users u
   where b.firm_id = new.firm_id and b.matter_id = new.id and u.firm_id = b.firm_id and u.id = b.user_id
     and (new.close_date is not null
          or (u.role <> 'admin' and u.assigned_matters_only and new.assignee_id is distinct from u.id));
  return null;
end $$;
alter function end_behalf_in_matter owner to foyer_platform;
revoke all on function end_behalf_in_matter from public;
create trigger matter_out_of_reach after update of assignee_id, close_date on matters for each row
  when (new.assignee_id is distinct from old.assignee_id or new.close_date is distinct from old.close_date)
  execute function end_behalf_in_matter();

create function end_behalf_of_user() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from behalf_sessions b using matters m
   where b.firm_id = new.firm_id and b.user_id = new.id and m.firm_id = b.firm_id and m.id = b.matter_id
     and (new.deactivated_at is not null
          or (new.role <> 'admin' and new.assigned_matters_only and m.assignee_id is distinct from new.id));
  return null;
end $$;
alter function end_behalf_of_user owner to foyer_platform;
revoke all on function end_behalf_of_user from public;
create trigger user_out_of_reach after update of role, assigned_matters_only, deactivated_at on users for each row
  when (new.role <> old.role or new.assigned_matters_only <> old.assigned_matters_only
        or new.deactivated_at is distinct from old.deactivated_at)
  execute function end_behalf_of_user();
