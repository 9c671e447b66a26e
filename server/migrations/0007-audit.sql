-- The audit log is a hash chain for each firm: every entry's hash covers the entry and the previous hash, so that no
-- one can change, remove, or insert an entry unseen. The comments of audit_entries.hash and audit_heads say what it
-- can't reveal.

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
comment on table audit_entries is 'Who read sensitive answers, saw a secret, or changed keys, accounts, and settings. Append-only.';
comment on column audit_entries.matter_id is 'No foreign key: the entry outlives a deleted matter.';
comment on column audit_entries.label is 'What the record was called then. Never anything secret.';
comment on column audit_entries.position is 'Counts from 1 within the firm, without gaps; set as the transaction commits.';
comment on column audit_entries.previous_hash is 'The previous entry''s hash; 32 zero bytes for the first.';
comment on column audit_entries.hash is 'SHA-256 of the entry as server/firm/audit/chain.ts writes it. It has no key: if someone also rewrites all later entries, only a head saved elsewhere, such as the program''s daily log line, reveals it.';
create index audit_entries_of_matter on audit_entries (firm_id, matter_id, id desc);
create index audit_entries_of_user on audit_entries (firm_id, user_id, id desc);
create index audit_entries_by_action on audit_entries (firm_id, action, id desc);
-- Clients' actions are recorded, but only staff read them: one spouse may not know what the other did.
call protect_firm_table('audit_entries', clients => 'false', clients_write => 'true',
  helpers => 'false', helpers_write => 'true');
revoke update, delete on audit_entries from foyer_firm;

create table audit_heads (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  position bigint not null,
  hash bytea not null,
  verified_at timestamptz,
  break text,
  primary key (firm_id)
);
comment on column audit_heads.break is 'What the last verification found wrong, as a sentence; NULL if it found nothing.';
comment on table audit_heads is 'The last entry of each firm''s audit log. It reveals entries cut off the end, unless this row was reset as well; then only a head saved elsewhere does.';
call protect_firm_table('audit_heads');
revoke insert, update, delete on audit_heads from foyer_firm;

-- JSON with sorted keys and no spaces, exactly as server/firm/audit/chain.ts writes it from the same columns.
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
comment on function chain_audit_entry is 'Appends an entry to its firm''s chain.';
grant execute on function chain_audit_entry to foyer_platform;
revoke all on function chain_audit_entry from public;

-- Runs when the transaction commits: only then do transactions wait for each other's entries, and only within a firm.
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
