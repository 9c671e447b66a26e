create table questionnaires (
  firm_id record_id not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  title text not null,
  internal_type text not null,
  approach text not null check (approach in ('planning', 'business', 'rep-living', 'rep-deceased')),
  url_short_name text not null check (url_short_name ~ '^[a-z0-9-]{1,60}$'),
  active boolean not null default true,
  current_version integer,
  draft jsonb,
  draft_revision integer not null default 0,
  archived_at timestamptz,
  created_at timestamptz not null,
  primary key (firm_id, id),
  unique (firm_id, url_short_name)
);
comment on table questionnaires is 'What a firm asks. The questions themselves are in its versions.';
comment on column questionnaires.current_version is 'The version new matters start with; NULL until first published.';
comment on column questionnaires.draft is 'The definition being edited, not yet a version.';
call protect_firm_table('questionnaires');

create table questionnaire_versions (
  firm_id record_id not null default current_firm() references firms (id) on delete cascade,
  questionnaire_id record_id not null,
  number integer not null check (number > 0),
  definition jsonb not null,
  published_by record_id default current_actor(),
  published_at timestamptz not null,
  primary key (firm_id, questionnaire_id, number),
  foreign key (firm_id, questionnaire_id) references questionnaires (firm_id, id)
);
comment on table questionnaire_versions is 'Published definitions. A version never changes; a matter stays on the one it started with.';
comment on column questionnaire_versions.definition is 'Sections in order, as server/questionnaires/definition.ts describes them.';
call protect_firm_table('questionnaire_versions');

alter table questionnaires add foreign key (firm_id, id, current_version)
  references questionnaire_versions (firm_id, questionnaire_id, number) deferrable initially deferred;

create table matters (
  firm_id record_id not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  name text not null check (length(name) between 1 and 200),
  search_name text not null,
  open_date date not null,
  close_date date,
  questionnaire_id record_id not null,
  questionnaire_version integer not null,
  client_type text not null check (client_type in ('self', 'representative')),
  contact_main_id record_id not null,
  contact_main_status text not null default 'living' check (contact_main_status in ('living', 'deceased', 'incapacitated')),
  contact_main_marital_status text not null default ''
    check (contact_main_marital_status in ('', 'single', 'married', 'life_partner', 'divorced', 'widowed', 'separated')),
  contact_spouse_id record_id,
  contact_representative_id record_id,
  number_of_children integer not null default 0 check (number_of_children between 0 and 99),
  is_submitted boolean not null default false,
  client_may_edit boolean not null default true,
  client_could_edit_before_close boolean,
  context jsonb,
  assignee_id record_id,
  started_at timestamptz,
  submitted_at timestamptz,
  completed_at timestamptz,
  last_activity_at timestamptz not null,
  created_at timestamptz not null,
  primary key (firm_id, id),
  foreign key (firm_id, questionnaire_id, questionnaire_version)
    references questionnaire_versions (firm_id, questionnaire_id, number),
  foreign key (firm_id, assignee_id) references users (firm_id, id)
);
comment on table matters is 'One intake: a client''s file, filled in through the portal and read by the firm.';
comment on column matters.search_name is 'The name in lower case without accents, for the search.';
comment on column matters.context is 'The integrator''s own key/value pairs; repeated in every event.';
comment on column matters.client_could_edit_before_close is 'What client_may_edit was when the matter was closed; reopening restores it.';
comment on column matters.number_of_children is 'The client''s own answer, not a count of contacts.';
create index matters_newest_first on matters (firm_id, open_date desc, id desc);
create index matters_by_name on matters using gin (search_name gin_trgm_ops);
create index matters_by_assignee on matters (firm_id, assignee_id);
call protect_firm_table('matters');

create table contacts (
  firm_id record_id not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  matter_id record_id not null,
  position integer not null,
  is_client boolean not null default false,
  relationship_type text not null,
  partner_relationship_type text,
  first_name text not null default '',
  middle_name text not null default '',
  last_name text not null default '',
  suffix text not null default '',
  full_name text not null generated always as (
    btrim(regexp_replace(first_name || ' ' || middle_name || ' ' || last_name || ' ' || suffix, ' +', ' ', 'g'))) stored,
  also_known_as text,
  preferred_name text,
  gender_binary text not null default '' check (gender_binary in ('', 'Male', 'Female')),
  date_of_birth date,
  date_of_death date,
  marital_status text not null default '',
  created_at timestamptz not null,
  primary key (firm_id, id),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade
);
comment on table contacts is 'The people of a matter, typed once: clients, family, fiduciaries, advisors.';
comment on column contacts.relationship_type is 'Code of server/contacts/relationships.ts: what this person is to the main client.';
comment on column contacts.partner_relationship_type is 'The same towards the partner, when it differs.';
comment on column contacts.position is 'Order in which people were added to the matter.';
create index contacts_of_matter on contacts (firm_id, matter_id, position);
call protect_firm_table('contacts');

alter table matters
  add foreign key (firm_id, contact_main_id) references contacts (firm_id, id) deferrable initially deferred,
  add foreign key (firm_id, contact_spouse_id) references contacts (firm_id, id) deferrable initially deferred,
  add foreign key (firm_id, contact_representative_id) references contacts (firm_id, id) deferrable initially deferred;

create table phone_numbers (
  firm_id record_id not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  matter_id record_id not null,
  contact_id record_id not null,
  position integer not null,
  type text not null,
  number text not null,
  e164 text,
  primary key (firm_id, id),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade,
  foreign key (firm_id, contact_id) references contacts (firm_id, id) on delete cascade
);
comment on table phone_numbers is 'Telephone numbers of people, in the order they gave them.';
comment on column phone_numbers.number is 'As the client typed it.';
comment on column phone_numbers.e164 is 'The same number in international form, when it could be understood; finds duplicates.';
create index phone_numbers_of_contact on phone_numbers (firm_id, contact_id, position);
call protect_firm_table('phone_numbers');

create table email_addresses (
  firm_id record_id not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  matter_id record_id not null,
  contact_id record_id not null,
  position integer not null,
  type text not null,
  email text not null,
  primary key (firm_id, id),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade,
  foreign key (firm_id, contact_id) references contacts (firm_id, id) on delete cascade
);
comment on table email_addresses is 'E-mail addresses of people, in the order they gave them.';
create index email_addresses_of_contact on email_addresses (firm_id, contact_id, position);
call protect_firm_table('email_addresses');

create table addresses (
  firm_id record_id not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  matter_id record_id not null,
  contact_id record_id not null,
  position integer not null,
  type text not null,
  street text not null default '',
  city text not null default '',
  state text not null default '',
  postal_code text not null default '',
  country_iso text not null default 'US' check (country_iso ~ '^[A-Z]{2}$'),
  primary key (firm_id, id),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade,
  foreign key (firm_id, contact_id) references contacts (firm_id, id) on delete cascade
);
comment on table addresses is 'Postal addresses of people, in the order they gave them.';
create index addresses_of_contact on addresses (firm_id, contact_id, position);
call protect_firm_table('addresses');

create table role_assignments (
  firm_id record_id not null default current_firm() references firms (id) on delete cascade,
  matter_id record_id not null,
  role_id record_id not null,
  focus_contact_id record_id,
  level integer not null check (level > 0),
  contact_id record_id not null,
  place integer not null,
  unique nulls not distinct (firm_id, matter_id, role_id, focus_contact_id, contact_id),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade,
  foreign key (firm_id, focus_contact_id) references contacts (firm_id, id) on delete cascade,
  foreign key (firm_id, contact_id) references contacts (firm_id, id) on delete cascade
);
comment on table role_assignments is 'Who should serve in which role: level 1 first, the next levels as successors.';
comment on column role_assignments.role_id is 'A role definition of the matter''s questionnaire version.';
comment on column role_assignments.focus_contact_id is 'The client a split role is about; NULL for a role asked once.';
comment on column role_assignments.place is 'Order in which people were added to the level.';
call protect_firm_table('role_assignments');

create table assets (
  firm_id record_id not null default current_firm() references firms (id) on delete cascade,
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
comment on column assets.for_fin_category is 'A financial category of the matter''s questionnaire version, which also holds the labels.';
comment on column assets.owner_value is 'The owner in words when owner_type is other; otherwise derived from the clients'' names.';
create index assets_of_matter on assets (firm_id, matter_id, position);
call protect_firm_table('assets');

create table asset_fields (
  firm_id record_id not null default current_firm() references firms (id) on delete cascade,
  matter_id record_id not null,
  asset_id record_id not null,
  field_id record_id not null,
  answer text not null,
  primary key (firm_id, asset_id, field_id),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade,
  foreign key (firm_id, asset_id) references assets (firm_id, id) on delete cascade
);
comment on table asset_fields is 'Answers to the additional fields of an asset''s category.';
call protect_firm_table('asset_fields');

create table asset_beneficiaries (
  firm_id record_id not null default current_firm() references firms (id) on delete cascade,
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
comment on column asset_beneficiaries.share is 'Percent with two places.';
call protect_firm_table('asset_beneficiaries');

create table answers (
  firm_id record_id not null default current_firm() references firms (id) on delete cascade,
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
comment on table answers is 'Answers to the firm''s own questions. Hidden ones are kept but left out of every reading.';
comment on column answers.about is 'The client a question asked of each client is about.';
comment on column answers.value_sealed is 'Encrypted JSON of a sensitive answer; value is then NULL.';
call protect_firm_table('answers');

create table changes (
  firm_id record_id not null default current_firm() references firms (id) on delete cascade,
  matter_id record_id not null,
  record_id record_id not null,
  field text not null,
  revision integer not null check (revision > 0),
  value jsonb,
  changed_by record_id default current_actor(),
  changed_at timestamptz not null,
  primary key (firm_id, record_id, field, revision),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade
);
comment on table changes is 'Every value a field of a matter ever had: its revision, who gave it and when. Append-only.';
comment on column changes.revision is 'Counts from 1 for each field; a save names the revision it saw, so two people never overwrite each other unseen.';
comment on column changes.value is 'The value given; {"sealed": …} when the answer is sensitive.';
create index changes_of_matter on changes (firm_id, matter_id, changed_at);
call protect_firm_table('changes');

create table documents (
  firm_id record_id not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  matter_id record_id not null,
  request_id record_id,
  asset_id record_id,
  filename text not null,
  size bigint not null check (size > 0),
  content_type text not null,
  sha256 bytea not null,
  file_key text not null,
  wrapped_key text not null,
  uploaded_by record_id default current_actor(),
  uploaded_at timestamptz not null,
  removed_at timestamptz,
  primary key (firm_id, id),
  check ((request_id is null) <> (asset_id is null)),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade,
  foreign key (firm_id, asset_id) references assets (firm_id, id)
);
comment on table documents is 'Uploaded files. The bytes are encrypted in the file store; a row exists only once they are safely there.';
comment on column documents.request_id is 'The document request it answers; NULL for a file that belongs to an asset.';
comment on column documents.wrapped_key is 'The file''s own data key, encrypted with the master key.';
comment on column documents.removed_at is 'Removed by the client or staff: no longer listed or downloadable, swept later.';
create index documents_of_matter on documents (firm_id, matter_id, uploaded_at desc, id desc);
call protect_firm_table('documents');

create table submissions (
  firm_id record_id not null default current_firm() references firms (id) on delete cascade,
  matter_id record_id not null,
  number integer not null check (number > 0),
  reason text not null check (reason in ('submitted', 'resubmitted', 'completed')),
  snapshot jsonb not null,
  submitted_by record_id default current_actor(),
  submitted_at timestamptz not null,
  primary key (firm_id, matter_id, number),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade
);
comment on table submissions is 'Frozen copies of a whole matter, numbered from 1. Never changed.';
comment on column submissions.snapshot is 'The bodies the interface answered with at that moment, by part: matter, clients, contacts, assets, roles, documents, financial_documents, answers.';
call protect_firm_table('submissions');

create table events (
  firm_id record_id not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  event_type text not null,
  matter_id record_id not null,
  user_id record_id not null default current_actor(),
  occurred_at timestamptz not null,
  payload text not null,
  primary key (firm_id, id),
  foreign key (firm_id, user_id) references users (firm_id, id)
);
comment on table events is 'What happened to a matter, in the transaction that made it happen. Append-only.';
comment on column events.payload is 'The webhook body, byte for byte, fixed when the event is recorded; without personal data.';
comment on column events.matter_id is 'No foreign key: an event outlives a matter that was deleted.';
create index events_newest_first on events (firm_id, id desc);
create index events_of_matter on events (firm_id, matter_id, id desc);
call protect_firm_table('events');
