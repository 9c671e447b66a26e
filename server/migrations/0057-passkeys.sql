-- Passkeys of staff and clients (Web Authentication). What is stored is public; the private key stays on the device.
create table passkeys (
  firm_id record_id not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  user_id record_id not null default current_actor(),
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
  foreign key (firm_id, user_id) references users (firm_id, id) on delete cascade
);
comment on table passkeys is 'Passkeys with which staff and clients sign in.';
comment on column passkeys.counter is 'How often the device says it was used; 0 for those that are shared between devices.';
comment on column passkeys.name is 'What the owner calls the device.';
create index passkeys_by_credential on passkeys (credential_id);
create index passkeys_of_user on passkeys (firm_id, user_id);
call protect_firm_table('passkeys');
-- A client's session sees its own.
create policy of_the_client on passkeys as restrictive to foyer_firm
  using (current_matter() is null or user_id = current_actor());
create policy of_staff on sign_in_identities as restrictive to foyer_firm using (current_matter() is null);

alter table sessions add column is_strong boolean not null default false;
comment on column sessions.is_strong is 'Opened by a passkey, which proves two factors at once.';
