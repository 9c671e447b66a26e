-- A matter on hold is not deleted, by nobody and by no rule, until somebody releases it: for litigation, an audit,
-- or a client who may come back.
create table matter_holds (
  firm_id record_id not null default current_firm() references firms (id) on delete cascade,
  matter_id record_id not null,
  reason text not null check (length(reason) between 1 and 500),
  held_by record_id not null default current_actor(),
  held_at timestamptz not null,
  primary key (firm_id, matter_id),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade,
  foreign key (firm_id, held_by) references users (firm_id, id)
);
comment on table matter_holds is 'Matters that must not be deleted, and why.';
call protect_firm_table('matter_holds');
