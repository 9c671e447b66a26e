-- A client who leaves takes along what they handed to others, and what others handed to them. Whom their link was for
-- stays known, although the matter may have another spouse by then.
alter table invitations add column contact_id record_id;
comment on column invitations.contact_id is 'Whom a revoked link was for; NULL while it works, for then it is the party of the matter. No foreign key: the contact may be deleted later.';

create function note_contact_of_invitation() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  named text;
begin
  new.contact_id := null;
  if new.revoked_at is not null then
    select c.id, coalesce(nullif(c.preferred_name, ''), c.first_name) into new.contact_id, named
      from matters m
      join contacts c on c.firm_id = m.firm_id
                     and c.id = case new.party when 'main' then m.contact_main_id when 'partner' then m.contact_spouse_id
                                               when 'representative' then m.contact_representative_id end
     where m.firm_id = new.firm_id and m.id = new.matter_id;
    new.first_name := coalesce(nullif(new.first_name, ''), named, '');
  end if;
  return new;
end $$;
alter function note_contact_of_invitation owner to foyer_platform;
revoke all on function note_contact_of_invitation from public;
create trigger invitation_revoked before update of revoked_at on invitations for each row
  when ((old.revoked_at is null) <> (new.revoked_at is null)) execute function note_contact_of_invitation();

-- Handovers to a helper stay open: the firm can renew the helper's link.
create function end_handovers_of_client() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update handovers set ended_at = new.revoked_at
   where firm_id = new.firm_id and matter_id = new.matter_id and ended_at is null
     and coalesce(expires_at > new.revoked_at, true) and (invitation_id = new.id or given_by = new.user_id);
  update invitations i set revoked_at = new.revoked_at
   where i.firm_id = new.firm_id and i.matter_id = new.matter_id and i.revoked_at is null
     and has_no_part_left(i, new.revoked_at)
     and exists (select from handovers h where h.firm_id = i.firm_id and h.invitation_id = i.id and h.given_by = new.user_id);
  return null;
end $$;
alter function end_handovers_of_client owner to foyer_platform;
revoke all on function end_handovers_of_client from public;
create trigger client_left after update of revoked_at on invitations for each row
  when (new.party <> 'helper' and old.revoked_at is null and new.revoked_at is not null)
  execute function end_handovers_of_client();

create or replace function contact_of_client(client text, of_firm text default current_firm()) returns text
language plpgsql stable as $$
begin
  return (select case i.party when 'main' then coalesce(i.contact_id, m.contact_main_id)
                              when 'partner' then coalesce(i.contact_id, m.contact_spouse_id) end
            from invitations i join matters m on m.firm_id = i.firm_id and m.id = i.matter_id
           where i.firm_id = of_firm and i.user_id = client and i.matter_id = coalesce(current_matter(), i.matter_id) order by i.id desc limit 1);
end $$;

-- The same as before, except that a helper of no one but the client whose link is paused is paused with them.
create or replace function authenticate_session(of_place text, hash bytea, at timestamptz)
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
    -- Which client this is, or whose helper, while the two clients' sharing is paused.
    select case when (
             select bool_and(g.party is not distinct from 'partner') from handovers h
               left join invitations g on g.firm_id = h.firm_id and g.matter_id = h.matter_id and g.user_id = h.given_by
              where h.firm_id = i.firm_id and h.invitation_id = i.id and i.is_for_parts and h.ended_at is null
                and h.expires_at > at) then 'partner' else i.party end
      into paused_party
      from matters m join invitations i on i.firm_id = m.firm_id and i.matter_id = m.id
     where m.firm_id = authenticate_session.firm_id and m.id = authenticate_session.matter_id
       and m.sharing_paused_at is not null and i.user_id = authenticate_session.user_id
     order by i.id desc limit 1;
    -- The helper has no part left, so the session is not signed in.
    if is_limited and current_setting('foyer.helped_parts') = '' then return; end if;
    return next;
  end if;
end $$;
