-- Open items that the firm no longer needs, how each item ended, and who was told of what came.

create table dropped_items (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  matter_id record_id not null,
  kind text not null check (kind in ('signature', 'document')),
  record_id record_id not null,
  contact_id text collate "C" not null default '',
  dropped_by record_id default current_actor(),
  dropped_at timestamptz not null,
  primary key (firm_id, matter_id, record_id, contact_id),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade
);
comment on table dropped_items is 'Signatures and documents that staff told a matter''s clients are no longer needed. Deleting the row asks for them again.';
comment on column dropped_items.record_id is 'The agreement or the document request.';
comment on column dropped_items.contact_id is 'The signer, or the client who sends the document separately; empty for a document asked once.';
call protect_firm_table('dropped_items',
  clients => $$(kind = 'signature' or is_in_sight(record_id, contact_id))$$, clients_write => 'false');
call move_revision_with('dropped_items');

alter table open_items add column announced_at timestamptz;
comment on column open_items.announced_at is 'When the firm and the clients were told that it came. NULL before, and for what ended otherwise.';

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
       o.announced_at
  from open_items o
  join submissions s on s.firm_id = o.firm_id and s.matter_id = o.matter_id and s.number = o.number
  join matters m on m.firm_id = o.firm_id and m.id = o.matter_id
 cross join lateral (
       select case o.kind
         when 'signature' then
           (select min(g.signed_at) from signatures g
              join agreements a on a.firm_id = g.firm_id and a.id = g.agreement_id
             where g.firm_id = o.firm_id and g.matter_id = o.matter_id and g.agreement_id = o.record_id
               and g.signed_at >= s.submitted_at and (g.contact_id = o.contact_id or not a.by_both))
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
comment on view submitted_open_items is 'The open items of every submission, how each stands, and when it closed: it arrived, the client said there is no such document, the matter no longer requests it, or the firm dropped it. In a closed matter, what is still open has ended. Everything that asks what is open reads it here.';
