-- No children and not answered are two things. Who never gave a number has not answered.
alter table matters alter column number_of_children drop not null, alter column number_of_children drop default;
comment on column matters.number_of_children is 'The client''s own answer, not a count of contacts; NULL until it is given, for which the interface says 0.';
set local role foyer_platform;
update matters m set number_of_children = null
 where m.number_of_children = 0
   and not exists (select from changes c where c.firm_id = m.firm_id and c.record_id = m.id and c.field = 'number_of_children');
reset role;
