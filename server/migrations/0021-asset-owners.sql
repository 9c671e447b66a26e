-- Owners of an asset are people of the matter, chosen from its list, with shares.
alter table assets add column owners jsonb not null default '[]';
comment on column assets.owners is 'Who owns it if owner_type is other: contact ids, with shares in percent where known. Others follow from owner_type.';
comment on column assets.owner_value is 'Further owners in words if owner_type is other, such as a trust.';

create or replace function assets_for_rules(matter text)
returns table (category text, is_joint boolean, has_minor_beneficiaries boolean) language sql stable as $$
  select a.for_fin_category::text,
         bool_or(a.owner_type = 'joint' or a.owner_type = 'other' and a.owners @> jsonb_build_array(
           jsonb_build_object('contact', m.contact_main_id), jsonb_build_object('contact', m.contact_spouse_id))),
         case when bool_or(person.is_alive and c.date_of_birth > m.open_date - interval '18 years') then true
              when bool_and(c.id is null or not person.is_alive or c.date_of_birth is not null) then false end
    from matters m
    join assets a on a.firm_id = m.firm_id and a.matter_id = m.id
    left join asset_beneficiaries b on b.firm_id = a.firm_id and b.asset_id = a.id
    left join contacts c on c.firm_id = b.firm_id and c.id = b.contact_id
    left join lateral (select c.date_of_death is null and c.relationship_type <> '2DCHD' as is_alive) person on true
   where m.firm_id = current_firm() and m.id = matter
   group by 1
$$;
