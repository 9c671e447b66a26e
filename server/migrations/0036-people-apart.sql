-- People of one matter stay two, also where the matter is hidden from whoever merges them, or was deleted meanwhile.
drop function merge_people(text, text);
create function merge_people(person text, same_person text) returns boolean
language sql security definer set search_path = public, pg_temp as $$
  with merged as (
    update people set person_ids = person || person_ids
     where firm_id = current_firm() and current_matter() is null and person_ids[1] = same_person
       and not exists (
         select from people a join people b on b.firm_id = a.firm_id and b.matter_id = a.matter_id
          where a.firm_id = current_firm() and a.person_ids[1] = person and b.person_ids[1] = same_person)
    returning 1)
  select exists (select from merged)
$$;
create function follow_merges(matter text) returns void
language sql security definer set search_path = public, pg_temp as $$
  update people p
     set person_ids = live.person_ids[:array_position(live.person_ids, p.person_ids[1]) - 1] || p.person_ids
    from people live
   where p.firm_id = current_firm() and current_matter() is null and p.matter_id = matter
     and live.firm_id = p.firm_id and p.person_ids[1] = any(live.person_ids[2:])
     and not exists (
       select from people a join people b on b.firm_id = a.firm_id and a.person_ids[1] = any(b.person_ids)
        where a.firm_id = p.firm_id and a.matter_id = matter and a.contact_id <> p.contact_id
          and b.person_ids[1] = live.person_ids[1])
$$;
comment on function merge_people is 'Makes two persons one, unless they are one already or a matter has both; returns whether it did.';
comment on function follow_merges is 'Repeats for the people of a restored matter the merges that they missed.';
alter function merge_people owner to foyer_platform;
alter function follow_merges owner to foyer_platform;
revoke all on function merge_people, follow_merges from public;
grant execute on function merge_people, follow_merges to foyer_firm, foyer_platform;

create index conflict_checks_of_person on conflict_check_matters (firm_id, contact_id, check_id);
