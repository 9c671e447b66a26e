-- Uploads on their way in lie in the file store and here, not on one machine, so that any node goes on with them.
create table unfinished_uploads (
  firm_id record_id not null default current_firm() references firms (id) on delete cascade,
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
  firm_id record_id not null default current_firm() references firms (id) on delete cascade,
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

create or replace view files_in_use with (security_invoker = true) as
  select 'document' as purpose, firm_id, matter_id, id as record_id, filename, file_key, wrapped_key, size, sha256,
         removed_at is not null as is_leaving
    from documents
  union all
  select 'document', f.firm_id, d.matter_id, f.id, null, f.file_key, f.wrapped_key, f.size, f.sha256,
         d.purge_begun_at is not null
    from deleted_documents f join deletions d on d.firm_id = f.firm_id and d.id = f.deletion_id
   where d.content_sealed is not null
  union all
  select 'export', firm_id, matter_id, id, filename, file_key, wrapped_key, size, null, expires_at <= now()
    from exports where file_key is not null
  union all
  select 'logo', id, null, id, null, logo_file ->> 'key', logo_file ->> 'wrapped_key', null, null, false
    from firms where logo_file is not null
  union all
  select 'part', firm_id, matter_id, upload_id, null, file_key, wrapped_key, size, null, false
    from unfinished_parts;
