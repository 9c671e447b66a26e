-- Two live links for one person would be two users for one person; helpers may be several.
create unique index invitations_one_a_party on invitations (firm_id, matter_id, party)
  where revoked_at is null and party <> 'helper';

-- A link that is revoked or replaced takes the browsers it signed in with it.
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
