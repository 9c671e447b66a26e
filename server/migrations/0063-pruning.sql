-- What is old and of no more use goes: the text of mails first, then mails that hang on no matter, the events of a
-- matter that was purged, and the empty users that only those events named.
alter table mails alter column body_sealed drop not null;
comment on column mails.body_sealed is
  'Encrypted {text, html}: mails carry invitation links and codes. NULL once the text was removed for its age.';
create index mails_with_text on mails (created_at) where body_sealed is not null;
create index mails_without_matter on mails (created_at) where matter_id is null;

-- A client user of whom only the id is left, as the deletion of a matter leaves them behind. Restoring the matter fills
-- the user again.
alter table users add column emptied_at timestamptz;
comment on column users.emptied_at is 'When a client''s name, email and password went with a deleted matter; only events may still name the id.';
create function note_emptied_user() returns trigger language plpgsql as $$
begin
  new.emptied_at := case when new.email = '' and new.name = '' and new.password_hash is null then now() end;
  return new;
end $$;
create trigger emptied_user before update of email, name, password_hash on users for each row
  when (new.is_firm_staff = false) execute function note_emptied_user();
update users set emptied_at = created_at
 where is_client_user and email = '' and name = '' and password_hash is null;
create index users_emptied on users (emptied_at) where emptied_at is not null;

-- Removing a user looks for whatever still names it.
create index events_of_user on events (firm_id, user_id);
create index invitations_of_user on invitations (firm_id, user_id) where user_id is not null;
