-- Deleting and restoring matters, and which files are still in use.

-- A deleted matter leaves its tables at once: what no table contains, no query can show. Until the purge its rows wait,
-- encrypted, in the deletion, and only restoring it brings them back.
create table deletions (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  matter_id record_id not null,
  matter_name text not null,
  open_date date not null,
  close_date date,
  reason text not null check (length(reason) between 1 and 500),
  counts jsonb not null,
  is_automatic boolean not null default false,
  deleted_by record_id default current_actor(),
  deleted_at timestamptz not null,
  purge_at timestamptz not null,
  content_sealed text,
  restored_by record_id,
  restored_at timestamptz,
  purge_begun_at timestamptz,
  purged_at timestamptz,
  certificate text,
  primary key (firm_id, id),
  check ((content_sealed is null) = (restored_at is not null or purged_at is not null)),
  check ((certificate is null) = (purged_at is null))
);
comment on table deletions is 'Deleted matters: restorable until they are purged, a certificate afterward.';
comment on column deletions.matter_name is 'Empty after the purge if the firm wants no names on certificates.';
comment on column deletions.counts is 'How many of each kind were deleted: people, assets, answers, documents, submissions.';
comment on column deletions.deleted_by is 'NULL if the firm''s retention rule deleted it.';
comment on column deletions.content_sealed is 'The matter''s rows, encrypted, as returned by take_out_matter; removed once restored or purged.';
comment on column deletions.purge_begun_at is 'From then on nothing can be restored: files are being removed.';
comment on column deletions.certificate is 'JSON, fixed at the purge; the audit log has its SHA-256.';
create unique index deletions_open on deletions (firm_id, matter_id) where content_sealed is not null;
create index deletions_to_purge on deletions (purge_at) where content_sealed is not null;
call protect_firm_table('deletions');

create function is_deletion_in_view(deletion text) returns boolean language plpgsql stable as
  $$ begin return current_viewer() is null or exists (select from deletions where id = deletion); end $$;
comment on function is_deletion_in_view is 'Whether no restriction hides the deleted matter from the current viewer.';

create table deleted_documents (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  deletion_id record_id not null,
  id record_id not null,
  size bigint not null,
  sha256 bytea not null,
  file_key text not null,
  wrapped_key text not null,
  primary key (firm_id, deletion_id, id),
  foreign key (firm_id, deletion_id) references deletions (firm_id, id) on delete cascade
);
comment on table deleted_documents is 'Files of deleted matters: their bytes stay in the store until the purge, their hashes on the certificate.';
comment on column deleted_documents.wrapped_key is 'As in documents, so that the file can be verified while it waits.';
create index deleted_documents_by_file on deleted_documents (firm_id, id);
call protect_firm_table('deleted_documents', clients => 'false', restricted => 'is_deletion_in_view(deletion_id)');

create table deleted_credentials (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  deletion_id record_id not null,
  token_hash bytea not null,
  primary key (firm_id, deletion_id, token_hash),
  foreign key (firm_id, deletion_id) references deletions (firm_id, id) on delete cascade
);
comment on table deleted_credentials is 'Hashes of the links and browser sessions of deleted matters, so that a page can say who to contact.';
create index deleted_credentials_by_token on deleted_credentials (firm_id, token_hash);
call protect_firm_table('deleted_credentials', clients => 'false', restricted => 'is_deletion_in_view(deletion_id)');

-- Opens the firm that deleted the matter of a link or session; nothing else of the firm is accessible.
create function authenticate_deleted_credential(of_place text, hash bytea) returns table (firm_id text)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select d.firm_id into firm_id from deleted_credentials d join firms f on f.id = d.firm_id
   where f.place = of_place and d.token_hash = hash and f.suspended_at is null limit 1;
  if found then
    perform set_config('foyer.firm_id', firm_id, true);
    return next;
  end if;
end $$;
alter function authenticate_deleted_credential owner to foyer_platform;
revoke all on function authenticate_deleted_credential from public;
grant execute on function authenticate_deleted_credential to foyer_firm;

-- Every table whose rows belong to a matter, parents first: matters itself is 0. Read from the catalog, so that a table
-- added later is deleted and restored like the others.
create function tables_of_matters() returns table (name text, depth integer) language sql stable as $$
  with recursive hanging (relation, depth) as (
    select 'matters'::regclass::oid, 0
    union
    select k.conrelid, h.depth + 1
      from hanging h join pg_constraint k on k.confrelid = h.relation and k.contype = 'f' and not k.condeferrable
       and k.conrelid <> k.confrelid
     where h.depth < 20)
  select c.relname::text, max(h.depth)
    from hanging h join pg_class c on c.oid = h.relation
   group by 1 order by 2, 1
$$;

-- Removes a matter from its tables and returns all its rows, for put_back_matter. Only the ids of its client users
-- remain, because events name them.
create function take_out_matter(of_matter text) returns text language plpgsql as $$
declare
  content jsonb := '{}';
  found_table record;
  records jsonb;
begin
  perform from matters where id = of_matter for update;
  if not found then return null; end if;
  for found_table in select * from tables_of_matters() loop
    execute format('select jsonb_agg(to_jsonb(t)) from %I t where t.%I = $1', found_table.name,
                   case found_table.name when 'matters' then 'id' else 'matter_id' end)
      into records using of_matter;
    if records is not null then content := content || jsonb_build_object(found_table.name, records); end if;
  end loop;
  with emptied as (
    select u.id, u.email, u.name, u.password_hash, u.preferences, u.second_factor_sealed, u.second_factor_step,
           u.recovery_code_hashes
      from users u
     where u.is_client_user and u.id in (select i.user_id from invitations i where i.matter_id = of_matter)
       and not exists (select from invitations i where i.user_id = u.id and i.matter_id <> of_matter)
  ), emptying as (
    update users u
       set email = '', name = '', password_hash = null, preferences = '{}', second_factor_sealed = null,
           second_factor_step = null, recovery_code_hashes = '{}'
      from emptied e where u.id = e.id
  )
  select content || jsonb_build_object('users', coalesce(jsonb_agg(to_jsonb(e)), '[]')) into content from emptied e;
  delete from matters where id = of_matter;
  return content::text;
end $$;
comment on function take_out_matter is 'Removes a matter with everything that belongs to it, and returns it as JSON; NULL if there is none.';

-- Columns added since then get their defaults; removed ones are left out. Possible conflicts are computed again as its
-- people come back.
create function put_back_matter(content jsonb) returns void language plpgsql as $$
declare
  found_table record;
  names text;
begin
  for found_table in select * from tables_of_matters() loop
    continue when not content ? found_table.name;
    select string_agg(quote_ident(a.attname), ', ' order by a.attnum) into names
      from pg_attribute a
     where a.attrelid = format('public.%I', found_table.name)::regclass and a.attnum > 0 and not a.attisdropped
       and a.attgenerated = '' and content -> found_table.name -> 0 ? a.attname;
    execute format('insert into %1$I (%2$s) select %2$s from jsonb_populate_recordset(null::%1$I, $1)',
                   found_table.name, names)
      using content -> found_table.name;
  end loop;
  update users u
     set email = was.email, name = was.name, password_hash = was.password_hash, preferences = was.preferences,
         second_factor_sealed = was.second_factor_sealed, second_factor_step = was.second_factor_step,
         recovery_code_hashes = coalesce(was.recovery_code_hashes, '{}')
    from jsonb_populate_recordset(null::users, content -> 'users') was
   where u.id = was.id and u.is_client_user;
end $$;
comment on function put_back_matter is 'Inserts what take_out_matter returned.';

-- Tables from other programs being turned into matters.
create table imports (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  filename text not null,
  content bytea not null,
  choices jsonb not null default '{}',
  mapping jsonb not null,
  state text not null default 'open' check (state in ('open', 'created', 'undone')),
  matter_ids jsonb not null default '[]',
  joined_ids jsonb not null default '[]',
  skipped integer not null default 0,
  created_by record_id not null default current_actor(),
  created_at timestamptz not null,
  done_at timestamptz,
  primary key (firm_id, id),
  foreign key (firm_id, created_by) references users (firm_id, id)
);
comment on table imports is 'Tables from other programs being turned into matters: mapped, checked, created, undone.';
comment on column imports.content is 'The uploaded file; empty once the matters are created. Removed after a day if they never were.';
comment on column imports.choices is 'How staff want the file read: its encoding, the order of its dates, the country of addresses without one.';
comment on column imports.matter_ids is 'No foreign key: matters are deleted, and their ids reveal nothing.';
comment on column imports.joined_ids is 'Existing matters that were given what was missing; undoing leaves them as they are.';
comment on column imports.skipped is 'Lines that were left out as duplicates.';
create index imports_to_remove on imports (created_at) where state = 'open';
call protect_firm_table('imports');

-- The single definition of which stored files are in use. Every table that stores a file's key has a branch here.
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
    from firms where logo_file is not null
  union all
  select 'template', firm_id, null, id, name, file_key, wrapped_key, size, sha256, false
    from document_templates
  union all
  select 'part', firm_id, matter_id, upload_id, null, file_key, wrapped_key, size, null, false
    from unfinished_parts;
comment on view files_in_use is 'Every stored file a row refers to. is_leaving: its bytes may already be gone.';
grant select on files_in_use to foyer_firm, foyer_platform;
