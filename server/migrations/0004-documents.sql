-- Files. Their bytes are encrypted in the file store; what there is of them stands here.

create table documents (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
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
  check (request_id is null or asset_id is null),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade,
  foreign key (firm_id, asset_id) references assets (firm_id, id) on delete set null (asset_id)
);
comment on table documents is 'Uploaded files. The bytes are encrypted in the file store; a row exists only once they are safely there.';
comment on column documents.request_id is 'The document request it answers; NULL for a file that belongs to an asset.';
comment on column documents.asset_id is 'The asset it belongs to. Neither request nor asset: the asset was removed.';
comment on column documents.wrapped_key is 'The file''s own data key, encrypted with the master key.';
comment on column documents.removed_at is 'Removed by the client or staff: no longer listed or downloadable, swept later.';
create index documents_of_matter on documents (firm_id, matter_id, uploaded_at desc, id desc);
create index documents_to_sweep on documents (firm_id, id)
  where removed_at is not null or (request_id is null and asset_id is null);
call protect_firm_table('documents');

-- Uploads on their way in lie in the file store and here, not on one machine, so that any node goes on with them.
create table unfinished_uploads (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  matter_id record_id not null,
  section_id text not null,
  path text not null,
  filename_sealed text not null,
  size bigint not null check (size > 0),
  received_bytes bigint not null default 0 check (received_bytes between 0 and size),
  document_id record_id,
  touched_at timestamptz not null,
  primary key (firm_id, id)
);
comment on table unfinished_uploads is 'Files that clients are sending in pieces. Removed a day after the last piece came.';
comment on column unfinished_uploads.matter_id is 'No foreign key: with its matter an upload goes for good, and does not come back with it.';
comment on column unfinished_uploads.received_bytes is 'How far the file has come; a piece counts only if it begins here.';
comment on column unfinished_uploads.document_id is 'What the whole file became. The row stays for a day, so that a browser that did not hear the end can ask.';
create index unfinished_uploads_of_matter on unfinished_uploads (firm_id, matter_id);
create index unfinished_uploads_to_sweep on unfinished_uploads (touched_at);
call protect_firm_table('unfinished_uploads');

create table unfinished_parts (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  matter_id record_id not null,
  upload_id record_id not null,
  starts_at bigint not null check (starts_at >= 0),
  size bigint not null check (size > 0),
  file_key text not null,
  wrapped_key text not null,
  primary key (firm_id, upload_id, starts_at),
  foreign key (firm_id, upload_id) references unfinished_uploads (firm_id, id) on delete cascade
);
comment on table unfinished_parts is 'The pieces of an unfinished upload, each an encrypted file in the store.';
comment on column unfinished_parts.starts_at is 'Its first byte''s place in the whole file.';
call protect_firm_table('unfinished_parts');

-- Large exports are made in the background and wait, encrypted, for whoever asked.
create table exports (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  matter_id record_id,
  kind text not null,
  label text not null,
  filename text not null,
  content_type text not null,
  request jsonb not null default '{}',
  state text not null default 'waiting' check (state in ('waiting', 'ready', 'failed')),
  size bigint,
  file_key text,
  wrapped_key text,
  requested_by record_id not null default current_actor(),
  requested_at timestamptz not null,
  finished_at timestamptz,
  expires_at timestamptz not null,
  primary key (firm_id, id),
  foreign key (firm_id, requested_by) references users (firm_id, id)
);
comment on table exports is 'Large exports, made in the background and kept for a day.';
comment on column exports.matter_id is 'No foreign key: an export of a matter that was deleted is only swept.';
comment on column exports.request is 'What was asked for: filters, whether sensitive answers are in clear.';
create index exports_newest_first on exports (firm_id, id desc);
create index exports_to_sweep on exports (expires_at);
call protect_firm_table('exports');

-- Every file is announced here before its first byte goes to the store, and only what was announced is ever removed
-- from it: bytes this database never heard of belong to somebody else.
create table stored_files (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  key text not null,
  purpose text not null check (purpose in ('document', 'logo', 'export', 'part')),
  matter_id record_id,
  announced_at timestamptz not null,
  trashed_at timestamptz,
  fault text check (fault in ('missing', 'damaged')),
  primary key (firm_id, key)
);
comment on table stored_files is 'What this database put into the file store, announced before the first byte. Nothing else is removed from the store.';
comment on column stored_files.matter_id is 'No foreign key: the bytes of a deleted matter are found here when it is purged.';
comment on column stored_files.trashed_at is 'When the bytes were moved to the trash of the store; they are removed for good thirty days later.';
comment on column stored_files.fault is 'Reading the file found it missing or damaged; empty again once it has been read to its end.';
create index stored_files_of_matter on stored_files (firm_id, matter_id) where matter_id is not null;
create index stored_files_in_trash on stored_files (trashed_at) where trashed_at is not null;
create index stored_files_at_fault on stored_files (firm_id, key) where fault is not null;
call protect_firm_table('stored_files');
