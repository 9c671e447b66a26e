-- Assets, answers, the history of every field, submissions, what staff have seen, and corrections.

-- Finds the uploader of a file. In plpgsql, so that it is evaluated only where clients answer separately.
create function contact_of_client(client text, of_firm text default current_firm()) returns text
language plpgsql stable as $$
begin
  return (select case i.party when 'main' then m.contact_main_id when 'partner' then m.contact_spouse_id end
            from invitations i join matters m on m.firm_id = i.firm_id and m.id = i.matter_id
           where i.firm_id = of_firm and i.user_id = client and i.matter_id = coalesce(current_matter(), i.matter_id) order by i.id desc limit 1);
end $$;
comment on function contact_of_client is 'The contact that a client user is in their matter; NULL for a helper and for staff.';
create function is_field_in_sight(field text) returns boolean language sql stable parallel safe
  return position(':' in field) = 0 or is_in_sight(split_part(field, ':', 1), split_part(field, ':', 2));
comment on function is_field_in_sight is 'Like is_in_sight, for a field: a part and the client it is about. A field asked once is visible to both.';
create function is_file_in_sight(document text, by_user text) returns boolean language plpgsql stable as $$
begin
  return no_separate_answers() or contact_of_client(by_user) = current_contact()
      or exists (select from documents where id = document);
end $$;
comment on function is_file_in_sight is 'Whether a file, which may already be removed, was not uploaded to a part the other client answers separately.';

create function is_asset_helped(asset text) returns boolean language plpgsql stable as
  $$ begin return exists (select from assets where id = asset and is_part_helped(for_fin_category)); end $$;
comment on function is_asset_helped is 'Whether the asset belongs to a part handed over to the session''s helper.';
create function is_file_helped(document text) returns boolean language plpgsql stable as
  $$ begin return exists (select from documents where id = document and (is_part_helped(request_id) or is_asset_helped(asset_id))); end $$;
comment on function is_file_helped is 'Whether the file belongs to a part handed over to the session''s helper.';
-- Who receives an asset is not for helpers to see or decide, one of whom may be an heir.
create function is_field_helped(record text, field text) returns boolean language sql stable
  return case when record like 'document%' then is_file_helped(record)
              when record like 'asset%' then field not like 'beneficiaries%' and is_asset_helped(record)
              else is_part_helped(split_part(regexp_replace(field, '^none_of[.]', ''), ':', 1)) end;
comment on function is_field_helped is 'Whether a record''s field belongs to a part handed over to the session''s helper.';

create table assets (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  matter_id record_id not null,
  for_fin_category record_id not null,
  position integer not null,
  identifier_value text not null default '',
  owner_type text not null default '' check (owner_type in ('', 'main', 'partner', 'joint', 'other')),
  owner_value text not null default '',
  credit_value numeric(18, 2),
  debit_value numeric(18, 2),
  created_at timestamptz not null,
  primary key (firm_id, id),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade
);
comment on table assets is 'What a client owns or owes, one row each.';
comment on column assets.for_fin_category is 'A financial category of the matter''s questionnaire version, which also has the labels.';
comment on column assets.owner_value is 'The owner in words if owner_type is other; otherwise derived from the clients'' names.';
create index assets_of_matter on assets (firm_id, matter_id, position);
call protect_firm_table('assets', helpers => 'is_part_helped(for_fin_category)');
call move_revision_with('assets');

create table asset_fields (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  matter_id record_id not null,
  asset_id record_id not null,
  field_id record_id not null,
  answer text not null,
  primary key (firm_id, asset_id, field_id),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade,
  foreign key (firm_id, asset_id) references assets (firm_id, id) on delete cascade
);
comment on table asset_fields is 'Answers to the additional fields of an asset''s category.';
call protect_firm_table('asset_fields', helpers => 'is_asset_helped(asset_id)');
call move_revision_with('asset_fields');

create table asset_beneficiaries (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  matter_id record_id not null,
  asset_id record_id not null,
  contact_id record_id not null,
  level text not null check (level in ('primary', 'contingent')),
  share numeric(5, 2) not null check (share >= 0 and share <= 100),
  position integer not null,
  primary key (firm_id, asset_id, level, contact_id),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade,
  foreign key (firm_id, asset_id) references assets (firm_id, id) on delete cascade,
  foreign key (firm_id, contact_id) references contacts (firm_id, id) on delete cascade
);
comment on table asset_beneficiaries is 'Who receives an asset, and how much of it.';
comment on column asset_beneficiaries.share is 'Percent with two decimal places.';
call protect_firm_table('asset_beneficiaries');
call move_revision_with('asset_beneficiaries');

-- Ages are as of the day the matter was opened, so that no answer disappears on a birthday.
create function assets_for_rules(matter text)
returns table (category text, is_joint boolean, has_minor_beneficiaries boolean) language sql stable as $$
  select a.for_fin_category::text, bool_or(a.owner_type = 'joint'),
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
comment on function assets_for_rules is 'What is listed under each category of a matter, limited to what its questionnaire''s rules use.';

create table categories_without_assets (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  matter_id record_id not null,
  category_id record_id not null,
  declared_by record_id default current_actor(),
  declared_at timestamptz not null,
  primary key (firm_id, matter_id, category_id),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade
);
comment on table categories_without_assets is 'Financial categories for which the client chose "None of these". Adding an asset removes the row.';
call protect_firm_table('categories_without_assets', helpers => 'is_part_helped(category_id)');

create table answers (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  matter_id record_id not null,
  question_id record_id not null,
  about record_id,
  value jsonb,
  value_sealed text,
  answered_by record_id default current_actor(),
  answered_at timestamptz not null,
  primary key (firm_id, id),
  unique nulls not distinct (firm_id, matter_id, question_id, about),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade,
  foreign key (firm_id, about) references contacts (firm_id, id) on delete cascade
);
comment on table answers is 'Answers to the firm''s own questions. Hidden ones are kept but left out of every read.';
comment on column answers.about is 'The client the answer is about, if the question is asked of each client.';
comment on column answers.value_sealed is 'Encrypted JSON of a sensitive answer; value is then NULL.';
call protect_firm_table('answers', clients => 'about is null or is_in_sight(question_id, about)',
  helpers => 'is_part_helped(question_id)');
call move_revision_with('answers');

create table prior_answers (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  matter_id record_id not null,
  field text not null check (length(field) between 1 and 200),
  value jsonb not null,
  opened_on date not null,
  primary key (firm_id, matter_id, field),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade
);
comment on table prior_answers is 'Answers of an earlier matter, offered to this one''s client until the client saves the question. None is sensitive.';
comment on column prior_answers.field is 'The question, with the client it is asked of.';
comment on column prior_answers.opened_on is 'When the earlier matter was opened.';
call protect_firm_table('prior_answers', clients => 'is_field_in_sight(field)');

-- A date without its year is not a date: the record then holds none, rather than the previous one. What was typed is
-- stored here until the date is complete.
create table unfinished_fields (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  matter_id record_id not null,
  record_id record_id not null,
  field text not null check (length(field) between 1 and 200),
  typed jsonb not null,
  typed_by record_id default current_actor(),
  typed_at timestamptz not null,
  primary key (firm_id, matter_id, record_id, field),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade
);
comment on table unfinished_fields is 'Typed input that is not yet a complete value: the parts of an incomplete date. Never holds input of a sensitive answer.';
call protect_firm_table('unfinished_fields', clients => 'is_field_in_sight(field)',
  helpers => 'is_field_helped(record_id, field)');
call move_revision_with('unfinished_fields');

create table agenda_items (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  matter_id record_id not null,
  record_id record_id not null,
  field text not null check (length(field) between 1 and 200),
  added_by record_id default current_actor(),
  added_at timestamptz not null,
  primary key (firm_id, matter_id, record_id, field),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade
);
comment on table agenda_items is 'What the client doesn''t know yet and wants to talk about. Counts as answered for submitting, and is the agenda of the first meeting.';
comment on column agenda_items.field is 'A person''s field; or the question, role, or document, with the client it is asked of.';
call protect_firm_table('agenda_items', clients => 'is_field_in_sight(field)',
  helpers => $$is_part_helped(split_part(field, ':', 1))$$);

create table document_choices (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  matter_id record_id not null,
  request_id record_id not null,
  chosen_for text collate "C" not null default '',
  choice text not null check (choice in ('bring', 'none')),
  chosen_by record_id default current_actor(),
  chosen_at timestamptz not null,
  primary key (firm_id, matter_id, request_id, chosen_for),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade
);
comment on table document_choices is 'Documents a client will bring or does not have. Each counts as an answer to the request, for as long as no file answers it.';
comment on column document_choices.chosen_for is 'The client whose document it is, where each client sends it separately; otherwise empty.';
call protect_firm_table('document_choices', clients => 'is_in_sight(request_id, chosen_for)',
  helpers => 'is_part_helped(request_id)');
call move_revision_with('document_choices');

create table changes (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  matter_id record_id not null,
  record_id record_id not null,
  field text not null,
  revision integer not null check (revision > 0),
  value jsonb,
  previous jsonb,
  changed_by record_id default current_actor(),
  changed_at timestamptz not null,
  impersonated boolean not null default coalesce(current_setting('foyer.impersonation', true), '') = 'yes',
  primary key (firm_id, record_id, field, revision),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade
);
comment on table changes is 'Every value a field of a matter ever had: its revision, who gave it, and when. Append-only.';
comment on column changes.revision is 'Counts from 1 for each field. A save names the revision it saw, so two people never overwrite each other unseen.';
comment on column changes.value is 'The value given; {"sealed": …} if the answer is sensitive.';
comment on column changes.previous is 'With revision 1: the value before it, which no revision holds. NULL from revision 2 on.';
comment on column changes.impersonated is 'Whether staff made the change for the client, in the client''s own pages.';
create index changes_of_matter on changes (firm_id, matter_id, changed_at);
-- For a file, the history says only that its name changed; whether it was answered separately depends on the file
-- itself.
call protect_firm_table('changes', clients => $$case when record_id like 'document%'
  then is_file_in_sight(record_id, changed_by) else is_field_in_sight(field) end$$,
  helpers => 'is_field_helped(record_id, field)');

create table section_reviews (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  matter_id record_id not null,
  section_id record_id not null,
  reviewed_for text collate "C" not null default '',
  reviewed_by record_id default current_actor(),
  reviewed_at timestamptz not null,
  primary key (firm_id, matter_id, section_id, reviewed_for),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade
);
comment on table section_reviews is 'Sections whose check page the client has confirmed; the task list shows them as completed.';
comment on column section_reviews.reviewed_for is 'The client who confirmed a section each client answers separately; otherwise empty.';
call protect_firm_table('section_reviews', clients => 'is_in_sight(section_id, reviewed_for)');

create table submissions (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  matter_id record_id not null,
  number integer not null check (number > 0),
  reason text not null check (reason in ('submitted', 'resubmitted', 'completed')),
  snapshot jsonb not null,
  submitted_by record_id default current_actor(),
  submitted_at timestamptz not null,
  primary key (firm_id, matter_id, number),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade
);
comment on table submissions is 'Snapshots of an entire matter, numbered from 1. Never changed.';
comment on column submissions.snapshot is 'The API''s response bodies at that time, by part: matter, clients, contacts, assets, roles, documents, financial_documents, answers.';
call protect_firm_table('submissions');
call move_revision_with('submissions');

create table private_submissions (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  matter_id record_id not null,
  number integer not null check (number > 0),
  contact_id record_id not null,
  snapshot jsonb not null,
  primary key (firm_id, matter_id, number, contact_id),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade,
  foreign key (firm_id, matter_id, number) references submissions (firm_id, matter_id, number) on delete cascade
);
comment on table private_submissions is 'A submission''s content from the parts each client answers separately, one row for each client.';
comment on column private_submissions.snapshot is 'Its answers and documents, at the positions that are null in the submission''s own lists; null at all others.';
call protect_firm_table('private_submissions',
  clients => '(contact_id = (select current_contact()) or (select no_separate_answers()))');
call move_revision_with('private_submissions');

create table open_items (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  matter_id record_id not null,
  number integer not null check (number > 0),
  position integer not null,
  kind text not null check (kind in ('signature', 'document')),
  record_id record_id not null,
  contact_id text collate "C" not null default '',
  label jsonb not null,
  person text not null default '',
  withdrawn_at timestamptz,
  primary key (firm_id, matter_id, number, record_id, contact_id),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade,
  foreign key (firm_id, matter_id, number) references submissions (firm_id, matter_id, number) on delete cascade
);
comment on table open_items is 'What was still to come when a submission was accepted: signatures, and documents the client will bring. What has arrived since is read from signatures and documents: see submitted_open_items.';
comment on column open_items.record_id is 'The agreement or the document request.';
comment on column open_items.contact_id is 'The signer, or the client who sends the document separately; empty for a document asked once.';
comment on column open_items.label is 'Title of the agreement or the request at that time, by language.';
comment on column open_items.withdrawn_at is 'When the matter stopped requesting it: the request was hidden, the agreement deactivated, or the signer left.';
create index open_items_of_record on open_items (firm_id, record_id);
call protect_firm_table('open_items',
  clients => $$(kind = 'signature' or is_in_sight(record_id, contact_id))$$);
call move_revision_with('open_items');

create table read_submissions (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  matter_id record_id not null,
  number integer not null check (number > 0),
  read_by record_id default current_actor(),
  read_at timestamptz not null,
  primary key (firm_id, matter_id, number),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade,
  foreign key (firm_id, matter_id, number) references submissions (firm_id, matter_id, number) on delete cascade
);
comment on table read_submissions is 'Submissions that a member of staff has marked as read, and who was first.';
call protect_firm_table('read_submissions', clients => 'false');

create table seen_changes (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  matter_id record_id not null,
  place text not null,
  mark text not null,
  mark_key_id text,
  seen_until timestamptz not null,
  seen_by record_id default current_actor(),
  seen_at timestamptz not null,
  primary key (firm_id, matter_id, place, mark),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade
);
comment on table seen_changes is 'Changes that staff acknowledged one by one: which field changed to what, and who saw it.';
comment on column seen_changes.place is 'The part, record, and field that differ.';
comment on column seen_changes.mark is 'Keyed hash of the new content, which may be sensitive.';
comment on column seen_changes.seen_until is 'Time of the later side of the comparison: earlier changes of the same field were seen with it.';
comment on column seen_changes.mark_key_id is 'The master key that signed the mark.';
-- Clients see which of their files were accepted.
call protect_firm_table('seen_changes', clients => $$case when place like '%documents document_%'
  then is_file_in_sight(split_part(place, ' ', 2), null) else false end$$, clients_write => 'false');
call move_revision_with('seen_changes');

create table seen_matters (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  matter_id record_id not null,
  seen_until timestamptz not null,
  primary key (firm_id, matter_id),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade
);
comment on table seen_matters is 'The time up to which all changes of a matter are acknowledged, for lists.';
call protect_firm_table('seen_matters', clients => 'false');

create table corrections (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  matter_id record_id not null,
  kind text not null check (kind in ('question', 'contact', 'role', 'asset', 'request', 'document')),
  record_id record_id not null,
  about record_id,
  label text not null,
  words text not null check (length(words) between 1 and 1000),
  written_by record_id default current_actor(),
  written_at timestamptz not null,
  requested_by record_id,
  requested_at timestamptz,
  looked_by record_id,
  looked_at timestamptz,
  ended_as text check (ended_as in ('resolved', 'withdrawn')),
  ended_by record_id,
  ended_at timestamptz,
  primary key (firm_id, id),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade,
  check ((ended_as is null) = (ended_at is null))
);
comment on table corrections is 'Corrections that staff request from a client, in the firm''s own words. The client''s change itself is found in changes.';
comment on column corrections.record_id is 'The question, contact, role, asset, document request, or file. No foreign key: the client may remove the record.';
comment on column corrections.about is 'The client that a question or role of each client is about.';
comment on column corrections.label is 'What staff called the record then; it may be gone by now.';
comment on column corrections.requested_at is 'NULL while staff collect corrections: the client receives several at once.';
comment on column corrections.looked_at is 'When the client said they had looked at it. Counts as a response even without a change.';
create index corrections_of_matter on corrections (firm_id, matter_id, id);
create index corrections_by_request on corrections (firm_id, matter_id, requested_at desc, id desc)
  where requested_at is not null;
create index corrections_requested on corrections (firm_id, matter_id) where requested_at is not null and ended_at is null;
-- A removed file keeps its correction until its bytes are removed.
call protect_firm_table('corrections', clients => $$case when kind = 'document'
  then is_file_in_sight(record_id, null) else about is null or is_in_sight(record_id, about) end$$);
call move_revision_with('corrections');
