-- Where one client signs for both, the signature of a spouse who has left since is nobody's but theirs, as in the list of
-- what is to sign.
create or replace view submitted_open_items with (security_invoker) as
select o.firm_id, o.matter_id, o.number, o.position, o.kind, o.record_id, nullif(o.contact_id, '') as contact_id, o.label,
       o.person, s.submitted_at,
       o.number = (select max(l.number) from submissions l
                    where l.firm_id = o.firm_id and l.matter_id = o.matter_id) as is_latest,
       ended.at as closed_at,
       case when ended.at is null and m.close_date is null then 'open'
            when ended.at is null then 'ended'
            when came.at = ended.at then 'received'
            when absent.at = ended.at then 'unavailable'
            when dropped.at = ended.at then 'dropped'
            else 'withdrawn' end as state,
       o.announced_at, o.requested_at
  from open_items o
  join submissions s on s.firm_id = o.firm_id and s.matter_id = o.matter_id and s.number = o.number
  join matters m on m.firm_id = o.firm_id and m.id = o.matter_id
 cross join lateral (
       select case o.kind
         when 'signature' then
           (select min(g.signed_at) from signatures g
              join agreements a on a.firm_id = g.firm_id and a.id = g.agreement_id
             where g.firm_id = o.firm_id and g.matter_id = o.matter_id and g.agreement_id = o.record_id
               and g.signed_at >= s.submitted_at
               and (g.contact_id = o.contact_id
                    or not a.by_both and g.contact_id in (m.contact_main_id, m.contact_spouse_id, m.contact_representative_id)))
         else
           (select min(d.uploaded_at) from documents d
             where d.firm_id = o.firm_id and d.matter_id = o.matter_id and d.request_id = o.record_id
               and d.removed_at is null and d.uploaded_at >= s.submitted_at
               and (o.contact_id = '' or contact_of_client(d.uploaded_by, o.firm_id) = o.contact_id))
       end as at) came
 cross join lateral (
       select case o.kind when 'document' then
           (select c.chosen_at from document_choices c
             where c.firm_id = o.firm_id and c.matter_id = o.matter_id and c.request_id = o.record_id
               and c.chosen_for = o.contact_id and c.choice = 'none') end as at) absent
 cross join lateral (
       select (select p.dropped_at from dropped_items p
                where p.firm_id = o.firm_id and p.matter_id = o.matter_id and p.record_id = o.record_id
                  and p.contact_id = o.contact_id) as at) dropped
 cross join lateral (select least(came.at, absent.at, o.withdrawn_at, dropped.at) as at) ended;
