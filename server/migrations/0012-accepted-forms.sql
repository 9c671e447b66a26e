-- Console forms that took effect, by what was sent: pressed twice, a form does once what it does, and both presses lead to
-- the same page.
create table accepted_forms (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  digest text collate "C" not null,
  response_sealed text,
  matter_id record_id,
  sent_at timestamptz not null,
  primary key (firm_id, digest),
  -- Deferrable, so that tables_of_matters skips this table: a restored matter doesn't bring its rows back.
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade deferrable
);
comment on table accepted_forms is 'Console forms that took effect in the last day, so that a second press finds what the first one did.';
comment on column accepted_forms.digest is 'Hash of the sender, of the id that the page gave the form, and of all that was sent.';
comment on column accepted_forms.response_sealed is 'Encrypted: the page that it led to, and its message, which may contain a new key. NULL only within the transaction.';
comment on column accepted_forms.matter_id is 'The matter it was about, deleted with it.';
create index accepted_forms_of_matter on accepted_forms (firm_id, matter_id) where matter_id is not null;
create index accepted_forms_by_age on accepted_forms (sent_at);
call protect_firm_table('accepted_forms', clients => 'false');
