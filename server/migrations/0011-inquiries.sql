-- People who ask the firm to take them on, from the public start page of a questionnaire. Of a matter nothing exists
-- before staff accept.

create table inquiries (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  questionnaire_id record_id not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  phone text not null default '',
  message_sealed text,
  language text not null check (language in ('en', 'es')),
  received_at timestamptz not null,
  accepted_at timestamptz,
  declined_at timestamptz,
  decided_by record_id,
  primary key (firm_id, id),
  foreign key (firm_id, questionnaire_id) references questionnaires (firm_id, id) on delete cascade,
  foreign key (firm_id, decided_by) references users (firm_id, id)
);
comment on table inquiries is 'Who asked to become a client, with an email address that a code has confirmed.';
comment on column inquiries.message_sealed is 'Encrypted: what they wrote under “How can we help?”. NULL where they wrote nothing.';
comment on column inquiries.accepted_at is 'A matter has taken everything over: of the person nothing is left here, and the row goes after a day.';
comment on column inquiries.declined_at is 'Deleted for good thirty days later.';
create index inquiries_waiting on inquiries (firm_id, received_at, id) where accepted_at is null and declined_at is null;
create index inquiries_declined on inquiries (firm_id, declined_at desc, id) where declined_at is not null;
create index inquiries_to_prune on inquiries (coalesce(accepted_at, declined_at)) where accepted_at is not null or declined_at is not null;
call protect_firm_table('inquiries');
