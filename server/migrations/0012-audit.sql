create table audit_entries (
  firm_id record_id not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  action text not null,
  matter_id record_id,
  record_id record_id,
  label text not null default '',
  user_id record_id default current_actor(),
  occurred_at timestamptz not null,
  primary key (firm_id, id)
);
comment on table audit_entries is 'Who read sensitive answers, saw a secret, or changed keys, accounts and settings. Append-only.';
comment on column audit_entries.matter_id is 'No foreign key: the entry outlives a matter that was deleted.';
comment on column audit_entries.label is 'What people called the record then. Never anything secret.';
call protect_firm_table('audit_entries');
revoke update, delete on audit_entries from foyer_firm;
