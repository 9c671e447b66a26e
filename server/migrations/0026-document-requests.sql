-- Documents that staff request in one matter, next to those of its questionnaire, and sets of them to request again.

create table document_requests (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  matter_id record_id not null,
  label text not null check (length(label) between 1 and 200),
  note text not null default '' check (length(note) <= 1000),
  contact_id text collate "C" not null default '',
  requested_by record_id default current_actor(),
  requested_at timestamptz not null,
  announced_at timestamptz,
  withdrawn_at timestamptz,
  primary key (firm_id, id),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade
);
comment on table document_requests is 'Documents that staff request in one matter. To its clients, they are part of the questionnaire, whose stored version stays as it is.';
comment on column document_requests.label is 'What the document is called, in staff''s words.';
comment on column document_requests.note is 'A sentence for the client; empty for none.';
comment on column document_requests.contact_id is 'The client it is requested from; empty for any. Where two clients answer parts separately, the other does not see it.';
comment on column document_requests.announced_at is 'When an email told the clients; NULL before, and for clients who have not started.';
comment on column document_requests.withdrawn_at is 'When staff took the request back; NULL while it stands.';
create index document_requests_of_matter on document_requests (firm_id, matter_id) where withdrawn_at is null;
call protect_firm_table('document_requests', clients => 'is_in_sight(id, contact_id)', clients_write => 'false');
call move_revision_with('document_requests');

create table document_sets (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  name text not null check (length(name) between 1 and 80),
  labels text[] not null check (cardinality(labels) <= 50),
  changed_by record_id default current_actor(),
  changed_at timestamptz not null,
  primary key (firm_id, id)
);
comment on table document_sets is 'Lists of documents that staff request together, under a name.';
create unique index document_sets_by_name on document_sets (firm_id, lower(name));
call protect_firm_table('document_sets', clients => 'false');

-- What a document request adds to a matter that was submitted before.
alter table open_items add column requested_at timestamptz;
comment on column open_items.requested_at is 'When staff requested the document after the submission; NULL for what the submission was accepted with.';

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
