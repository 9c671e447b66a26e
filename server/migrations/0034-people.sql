-- One person across matters. Every matter has a record of its own of each of its people; staff say which are of one person.
create table people (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  matter_id record_id not null,
  contact_id record_id not null,
  person_ids text[] not null check (cardinality(person_ids) > 0),
  primary key (firm_id, contact_id),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade,
  foreign key (firm_id, contact_id) references contacts (firm_id, id) on delete cascade
);
comment on table people is 'The contacts that staff found to be one person with others; a contact without a row is a person of its own.';
comment on column people.person_ids is 'The person, then those who were found to be the same before: Undo takes the first ones off.';
create index people_together on people (firm_id, (person_ids[1]));
create index people_of_matter on people (firm_id, matter_id);
call protect_firm_table('people', clients => 'false');

-- Rows of matters hidden from the viewer follow, or whoever sees those would find half a person.
create function merge_people(person text, same_person text) returns void
language sql security definer set search_path = public, pg_temp as $$
  update people set person_ids = person || person_ids
   where firm_id = current_firm() and current_matter() is null and person_ids[1] = same_person and person <> same_person
$$;
create function part_people(person text) returns void
language sql security definer set search_path = public, pg_temp as $$
  update people set person_ids = person_ids[array_position(person_ids, person):]
   where firm_id = current_firm() and current_matter() is null and person = any(person_ids)
$$;
comment on function merge_people is 'Makes two persons one.';
comment on function part_people is 'Undoes the merges of this person into others.';
alter function merge_people owner to foyer_platform;
alter function part_people owner to foyer_platform;
revoke all on function merge_people, part_people from public;
grant execute on function merge_people, part_people to foyer_firm, foyer_platform;
