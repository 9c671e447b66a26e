-- A restored matter's people follow what was undone meanwhile, too: of the persons that a record went through, the latest
-- that others still have says who it is now.
create or replace function follow_merges(matter text) returns void
language sql security definer set search_path = public, pg_temp as $$
  update people p set person_ids = today.person_ids
    from people restored cross join lateral (
      select live.person_ids[:array_position(live.person_ids, known.id) - 1] || restored.person_ids[known.place:] as person_ids
        from unnest(restored.person_ids) with ordinality as known (id, place)
        join people live on live.firm_id = restored.firm_id and live.matter_id <> matter and known.id = any(live.person_ids)
       order by known.place desc, array_position(live.person_ids, known.id) desc limit 1) today
   where restored.firm_id = current_firm() and current_matter() is null and restored.matter_id = matter
     and p.firm_id = restored.firm_id and p.contact_id = restored.contact_id
     and not exists (
       select from people a join people b on b.firm_id = a.firm_id and a.person_ids[1] = any(b.person_ids)
        where a.firm_id = restored.firm_id and a.matter_id = matter and a.contact_id <> restored.contact_id
          and b.person_ids[1] = today.person_ids[1])
$$;
comment on function follow_merges is 'Repeats for the people of a restored matter the merges that they missed, and what was undone of theirs.';
