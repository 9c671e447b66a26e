alter table changes add column previous jsonb;
comment on column changes.previous is 'With revision 1: the value before it, which no revision holds. NULL afterwards.';
