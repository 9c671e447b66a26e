-- The audit log is a chain for each firm: every entry's hash covers the entry and the hash before it, so that nobody can
-- change, remove or slip in an entry unseen. What the chain does not show is said at audit_entries.hash and audit_heads.

create table audit_entries (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  position bigint check (position > 0),
  id record_id not null,
  action text not null,
  matter_id record_id,
  record_id record_id,
  label text not null default '',
  user_id record_id default current_actor(),
  occurred_at timestamptz not null,
  previous_hash bytea,
  hash bytea,
  primary key (firm_id, id),
  unique (firm_id, position)
);
comment on table audit_entries is 'Who read sensitive answers, saw a secret, or changed keys, accounts and settings. Append-only.';
comment on column audit_entries.matter_id is 'No foreign key: the entry outlives a matter that was deleted.';
comment on column audit_entries.label is 'What people called the record then. Never anything secret.';
comment on column audit_entries.position is 'Counts from 1 within the firm, without gaps; set as the transaction commits.';
comment on column audit_entries.previous_hash is 'The hash of the entry before; 32 zero bytes for the first.';
comment on column audit_entries.hash is 'SHA-256 of the entry as server/audit/chain.ts writes it. It has no key: who rewrites all that follows too is found only by an end noted elsewhere, as the program''s log does daily.';
create index audit_entries_of_matter on audit_entries (firm_id, matter_id, id desc);
create index audit_entries_of_user on audit_entries (firm_id, user_id, id desc);
create index audit_entries_by_action on audit_entries (firm_id, action, id desc);
-- What clients do is written down, and read by staff alone: what one of a couple did is not the other's to know.
call protect_firm_table('audit_entries', clients_see => 'false', clients_write => '(matter_id is null or %s)',
  helpers_see => 'false', helpers_write => 'true');
revoke update, delete on audit_entries from foyer_firm;

create table audit_heads (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  position bigint not null,
  hash bytea not null,
  primary key (firm_id)
);
comment on table audit_heads is 'The last entry of each firm''s audit log. Entries cut off its end are missed, unless this row was set back as well; then an end noted elsewhere shows it.';
call protect_firm_table('audit_heads');
revoke insert, update, delete on audit_heads from foyer_firm;

-- JSON with its keys in order and no spaces: what server/audit/chain.ts writes from the same columns.
create function audit_text(entry audit_entries) returns text language sql stable
  return '{"action":' || to_json(entry.action)
      || ',"firm_id":' || to_json(entry.firm_id)
      || ',"id":' || to_json(entry.id)
      || ',"label":' || to_json(entry.label)
      || ',"matter_id":' || coalesce(to_json(entry.matter_id)::text, 'null')
      || ',"occurred_at":' || to_json(to_char(entry.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
      || ',"position":' || entry.position
      || ',"previous_hash":' || to_json(encode(entry.previous_hash, 'hex'))
      || ',"record_id":' || coalesce(to_json(entry.record_id)::text, 'null')
      || ',"user_id":' || coalesce(to_json(entry.user_id)::text, 'null') || '}';

create function chain_audit_entry(new_entry audit_entries) returns void language plpgsql as $$
declare
  entry audit_entries := new_entry;
  head audit_heads;
begin
  insert into audit_heads (firm_id, position, hash) values (entry.firm_id, 0, decode(repeat('00', 32), 'hex'))
  on conflict do nothing;
  select * into strict head from audit_heads where firm_id = entry.firm_id for update;
  entry.position := head.position + 1;
  entry.previous_hash := head.hash;
  entry.hash := sha256(convert_to(audit_text(entry), 'UTF8'));
  update audit_entries
     set position = entry.position, previous_hash = entry.previous_hash, hash = entry.hash
   where firm_id = entry.firm_id and id = entry.id;
  update audit_heads set position = entry.position, hash = entry.hash where firm_id = entry.firm_id;
end $$;
comment on function chain_audit_entry is 'Puts an entry at the end of its firm''s chain.';
grant execute on function chain_audit_entry to foyer_platform;
revoke all on function chain_audit_entry from public;

-- Runs when the transaction commits: only then does anybody wait for another's entry, and only within a firm.
create function chain_new_audit_entry() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform chain_audit_entry(new);
  return null;
end $$;
alter function chain_new_audit_entry owner to foyer_platform;
revoke all on function chain_new_audit_entry from public;

create constraint trigger audit_entries_chained after insert on audit_entries
  deferrable initially deferred for each row execute function chain_new_audit_entry();
