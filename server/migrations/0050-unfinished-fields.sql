-- A date without its year is no date: the record then holds none, and not the one it held before. What was typed
-- stands here until it is whole.
create table unfinished_fields (
  firm_id record_id not null default current_firm() references firms (id) on delete cascade,
  matter_id record_id not null,
  record_id record_id not null,
  field text not null check (length(field) between 1 and 200),
  typed jsonb not null,
  typed_by record_id default current_actor(),
  typed_at timestamptz not null,
  primary key (firm_id, matter_id, record_id, field),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade
);
comment on table unfinished_fields is 'What was typed into fields and is no whole value yet: the parts of a date that is none. Nothing of an answer that is kept hidden.';
call protect_firm_table('unfinished_fields');
