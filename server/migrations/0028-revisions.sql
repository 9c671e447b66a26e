-- A matter's revision moves whenever anything a reading of the matter shows does: the matter itself, its people and
-- how to reach them. What was read before may be shown again while it stands.
alter table matters add column revision bigint not null default 0;
comment on column matters.revision is 'Moves with every change of the matter, its people, phones, e-mails and addresses.';
alter table questionnaires add column revision bigint not null default 0;
comment on column questionnaires.revision is 'Moves with every change of the row.';

create function move_revision() returns trigger language plpgsql as $$
begin
  new.revision := old.revision + 1;
  return new;
end $$;
create trigger moves_revision before update on matters for each row execute function move_revision();
create trigger moves_revision before update on questionnaires for each row execute function move_revision();

create function move_revision_of_matter() returns trigger language plpgsql as $$
begin
  -- The matter's own trigger counts.
  update matters set revision = revision
   where firm_id = coalesce(new.firm_id, old.firm_id) and id = coalesce(new.matter_id, old.matter_id);
  return null;
end $$;
create trigger moves_revision_of_matter after insert or update or delete on contacts
  for each row execute function move_revision_of_matter();
create trigger moves_revision_of_matter after insert or update or delete on phone_numbers
  for each row execute function move_revision_of_matter();
create trigger moves_revision_of_matter after insert or update or delete on email_addresses
  for each row execute function move_revision_of_matter();
create trigger moves_revision_of_matter after insert or update or delete on addresses
  for each row execute function move_revision_of_matter();
