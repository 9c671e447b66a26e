-- Every file is announced here before its first byte goes to the store, and only what was announced is ever removed
-- from it: bytes this database never heard of belong to somebody else.
create table stored_files (
  firm_id record_id not null default current_firm() references firms (id) on delete cascade,
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

alter table deleted_documents add wrapped_key text;
comment on column deleted_documents.wrapped_key is 'As in documents, so that the file can be checked while it waits; NULL for what was deleted before this was kept.';

-- The one place that says which stored files are in use. Whatever keeps a file's key in a table has a part here.
create view files_in_use with (security_invoker = true) as
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
    from firms where logo_file is not null;
comment on view files_in_use is 'Every stored file that some row refers to. is_leaving: its bytes may be gone already.';
grant select on files_in_use to foyer_firm, foyer_platform;

set local role foyer_platform;
insert into stored_files (firm_id, key, purpose, matter_id, announced_at)
select distinct on (firm_id, file_key) firm_id, file_key, purpose, matter_id, now() from files_in_use
 order by firm_id, file_key;
reset role;
