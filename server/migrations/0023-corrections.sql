create table corrections (
  firm_id record_id not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  matter_id record_id not null,
  kind text not null check (kind in ('question', 'contact', 'role', 'asset', 'request', 'document')),
  record_id record_id not null,
  about record_id,
  label text not null,
  words text not null check (length(words) between 1 and 1000),
  written_by record_id default current_actor(),
  written_at timestamptz not null,
  asked_by record_id,
  asked_at timestamptz,
  looked_by record_id,
  looked_at timestamptz,
  ended_as text check (ended_as in ('settled', 'withdrawn')),
  ended_by record_id,
  ended_at timestamptz,
  primary key (firm_id, id),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade,
  check ((ended_as is null) = (ended_at is null))
);
comment on table corrections is 'What staff ask a client to look at again, in the firm''s own words. That the client changed it is read from changes.';
comment on column corrections.record_id is 'The question, contact, role, asset, document request or file. No foreign key: the client may remove what was asked about.';
comment on column corrections.about is 'The client a question or role of each client is about.';
comment on column corrections.label is 'What staff called it then; it may be gone by now.';
comment on column corrections.asked_at is 'NULL while it is collected: the client is asked about several things at once.';
comment on column corrections.looked_at is 'When the client said that it was looked at. An answer all the same without a change.';
create index corrections_of_matter on corrections (firm_id, matter_id, id);
call protect_firm_table('corrections');

create table seen_changes (
  firm_id record_id not null default current_firm() references firms (id) on delete cascade,
  matter_id record_id not null,
  place text not null,
  mark text not null,
  seen_until timestamptz not null,
  seen_by record_id default current_actor(),
  seen_at timestamptz not null,
  primary key (firm_id, matter_id, place, mark),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade
);
comment on table seen_changes is 'Changes that staff acknowledged, one by one: which field came to say what, and who saw it.';
comment on column seen_changes.place is 'The part, record and field that differ.';
comment on column seen_changes.mark is 'Keyed hash of what it came to say, which may be sensitive.';
comment on column seen_changes.seen_until is 'The moment of the later side: earlier changes of the same field were seen with it.';
call protect_firm_table('seen_changes');

create table seen_matters (
  firm_id record_id not null default current_firm() references firms (id) on delete cascade,
  matter_id record_id not null,
  seen_until timestamptz not null,
  primary key (firm_id, matter_id),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade
);
comment on table seen_matters is 'Until when nothing of a matter is left that nobody acknowledged: what lists ask.';
call protect_firm_table('seen_matters');
