-- Files, whose bytes are encrypted in the file store; the search index for people, assets, and files; and the texts
-- that clients sign.

create table documents (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  matter_id record_id not null,
  request_id record_id,
  asset_id record_id,
  message_id record_id,
  is_unsent boolean not null default false check (message_id is not null or not is_unsent),
  replaces record_id,
  filename text not null,
  size bigint not null check (size > 0),
  content_type text not null,
  sha256 bytea not null,
  file_key text not null,
  wrapped_key text not null,
  thumbnail_sealed text,
  uploaded_by record_id default current_actor(),
  uploaded_at timestamptz not null,
  removed_at timestamptz,
  primary key (firm_id, id),
  check (num_nonnulls(request_id, asset_id, message_id) <= 1),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade,
  foreign key (firm_id, asset_id) references assets (firm_id, id) on delete set null (asset_id)
);
comment on table documents is 'Uploaded files. The bytes are encrypted in the file store; a row exists only once they are safely stored.';
comment on column documents.request_id is 'The document request it belongs to; NULL for a file of an asset or a message.';
comment on column documents.asset_id is 'The asset it belongs to. If request, asset, and message are all NULL, the asset was removed.';
comment on column documents.message_id is 'The message it is attached to. No foreign key: files arrive before the message is sent.';
comment on column documents.is_unsent is 'Its message is not sent yet: only the uploader knows about it. Swept after a week.';
comment on column documents.replaces is 'The returned file that it was sent in place of. No foreign key: a file that was never submitted is removed then.';
comment on column documents.wrapped_key is 'The file''s data key, encrypted with the master key.';
comment on column documents.thumbnail_sealed is 'Encrypted: a small JPEG in base64, created by the browser that sent the file. NULL if it created none.';
comment on column documents.removed_at is 'Removed by the client or staff: no longer listed or downloadable, swept later.';
create index documents_of_matter on documents (firm_id, matter_id, uploaded_at desc, id desc);
create index documents_to_sweep on documents (firm_id, id)
  where removed_at is not null or is_unsent or (request_id is null and asset_id is null and message_id is null);
create index documents_of_message on documents (firm_id, message_id) where message_id is not null;
create index documents_replacing on documents (firm_id, replaces) where replaces is not null;
create function is_message_in_sight(message text) returns boolean language plpgsql stable as
  $$ begin return no_separate_answers() or exists (select from messages where id = message); end $$;
comment on function is_message_in_sight is 'Whether the session may see the message that a file was sent with.';
call protect_firm_table('documents', clients =>
  $$(is_in_sight(request_id, null) and (message_id is null or is_unsent and uploaded_by = current_actor() or is_message_in_sight(message_id)))
    or contact_of_client(uploaded_by) = current_contact()$$,
  helpers => 'is_part_helped(request_id) or is_asset_helped(asset_id)');
-- A file answers the question that asks for it.
call move_revision_with('documents');

-- Returning a file is a correction of it, and accepting it an acknowledgement of the review: nothing is stored twice.
create view document_states with (security_invoker) as
select d.firm_id, d.id, d.matter_id, c.words, c.requested_at as returned_at, c.id as correction_id,
       case when exists (select from documents r
                          where r.firm_id = d.firm_id and r.replaces = d.id and r.matter_id = d.matter_id and r.removed_at is null)
            then 'replaced'
            when c.ended_at is null and c.looked_at is null and c.id is not null then 'returned'
            when exists (select from seen_changes s
                          where s.firm_id = d.firm_id and s.matter_id = d.matter_id
                            and s.place in ('documents ' || d.id || ' ', 'financial_documents ' || d.id || ' ')
                            and (c.requested_at is null or s.seen_at >= c.requested_at))
            then 'accepted' else 'received' end as state
  from documents d
  left join lateral (
       select o.id, o.words, o.requested_at, o.looked_at, o.ended_at from corrections o
        where o.firm_id = d.firm_id and o.matter_id = d.matter_id and o.kind = 'document' and o.record_id = d.id
          and o.requested_at is not null and o.ended_as is distinct from 'withdrawn'
        order by o.id desc limit 1) c on true
 where d.removed_at is null and d.message_id is null;
comment on view document_states is 'What became of each file of the matter: received, accepted, returned (in the words of the correction), or replaced by a newer one. Everything that asks reads it here.';
grant select on document_states to foyer_firm, foyer_platform;

create table document_due_days (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  matter_id record_id not null,
  request_id record_id not null,
  due_for text collate "C" not null default '',
  due_on date not null,
  label text not null,
  set_by record_id default current_actor(),
  withdrawn_at timestamptz,
  primary key (firm_id, matter_id, request_id, due_for),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade
);
comment on table document_due_days is 'The days by which staff want requested documents. Clients see them.';
comment on column document_due_days.due_for is 'The client whose document it is, where each client sends it separately; otherwise empty.';
comment on column document_due_days.label is 'What the document was called when the day was set, in English.';
comment on column document_due_days.withdrawn_at is 'When conditions hid the request from the clients; NULL while it shows.';
create index document_due_days_open on document_due_days (firm_id, due_on) where withdrawn_at is null;
call protect_firm_table('document_due_days', clients => 'is_in_sight(request_id, due_for)', clients_write => 'false',
  helpers => 'is_part_helped(request_id)', helpers_write => 'false');
call move_revision_with('document_due_days');
-- Clients may not write the days, but what they answer hides and shows requests.
create function withdraw_due_days(of_matter text, requested text[], at timestamptz) returns void
language sql security definer set search_path = public, pg_temp as $$
  update document_due_days set withdrawn_at = case when withdrawn_at is null then at end
   where firm_id = current_firm() and matter_id = of_matter
     and of_matter = case viewer() when 'client' then current_matter() when 'helper' then helped_matter() else of_matter end
     and (withdrawn_at is null) <> (concat(request_id, ' ', due_for) = any(requested))
$$;
comment on function withdraw_due_days is 'Withdraws the days of documents that a matter no longer requests, and restores those of documents it requests again.';
alter function withdraw_due_days owner to foyer_platform;
revoke all on function withdraw_due_days from public;
grant execute on function withdraw_due_days to foyer_firm, foyer_platform;

-- Unfinished uploads are in the file store and here, not on one machine, so that any node can continue them.
create table unfinished_uploads (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  matter_id record_id not null,
  section_id text not null,
  path text not null,
  filename_sealed text not null,
  thumbnail_sealed text,
  size bigint not null check (size > 0),
  received_bytes bigint not null default 0 check (received_bytes between 0 and size),
  document_id record_id,
  sent_by record_id default current_actor(),
  touched_at timestamptz not null,
  primary key (firm_id, id)
);
comment on table unfinished_uploads is 'Files that clients are uploading in pieces. Removed a day after the last piece arrived.';
comment on column unfinished_uploads.matter_id is 'No foreign key: an upload is deleted with its matter and not restored with it.';
comment on column unfinished_uploads.thumbnail_sealed is 'Copied to documents when the upload completes.';
comment on column unfinished_uploads.received_bytes is 'Bytes received so far; a piece counts only if it begins here.';
comment on column unfinished_uploads.document_id is 'The document it became. The row stays for a day, so that a browser that missed the final response can ask.';
create index unfinished_uploads_of_matter on unfinished_uploads (firm_id, matter_id);
create index unfinished_uploads_to_sweep on unfinished_uploads (touched_at);
call protect_firm_table('unfinished_uploads', 
  clients => 'is_in_sight(section_id, null) or contact_of_client(sent_by) = current_contact()',
  helpers => 'is_part_helped(section_id) and sent_by = (select current_actor())');

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
comment on column unfinished_parts.starts_at is 'Byte offset in the complete file.';
create function is_upload_in_sight(upload text) returns boolean language plpgsql stable as
  $$ begin return no_separate_answers() or exists (select from unfinished_uploads where id = upload); end $$;
comment on function is_upload_in_sight is 'Whether the session may see the unfinished upload that a part belongs to.';
call protect_firm_table('unfinished_parts', clients => 'is_upload_in_sight(upload_id)',
  helpers => 'exists (select from unfinished_uploads u where u.id = upload_id)');

-- Large exports are created in the background and wait, encrypted, for their requester.
create table exports (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  matter_id record_id,
  kind text not null,
  label text not null,
  filename text not null,
  content_type text not null,
  request jsonb not null default '{}',
  state text not null default 'waiting' check (state in ('waiting', 'running', 'ready', 'failed')),
  fault text,
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
comment on table exports is 'Large exports, created in the background and kept for a day; those of the entire firm for a week.';
comment on column exports.matter_id is 'No foreign key: an export of a deleted matter is only swept.';
comment on column exports.request is 'What was requested: filters, whether sensitive answers are unmasked; for the entire firm, which matters were left out.';
comment on column exports.fault is 'Why it could not be created, in a sentence; NULL if only the log can say.';
-- A firm has one export of everything in progress at a time.
create unique index exports_of_firm on exports (firm_id) where kind = 'firm' and state in ('waiting', 'running');
create index exports_newest_first on exports (firm_id, id desc);
create index exports_to_sweep on exports (expires_at);
call protect_firm_table('exports', clients => 'false');

-- A firm's own Word files, which are filled in to create documents about a matter.
create table document_templates (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  name text not null,
  size bigint not null,
  sha256 bytea not null,
  file_key text not null,
  wrapped_key text not null,
  uploaded_by record_id not null default current_actor(),
  uploaded_at timestamptz not null,
  primary key (firm_id, id),
  unique (firm_id, name),
  foreign key (firm_id, uploaded_by) references users (firm_id, id)
);
comment on table document_templates is 'A firm''s own Word files, which are filled in to create documents about a matter.';
comment on column document_templates.name is 'The file''s name without its extension; a file of the same name replaces it.';
comment on column document_templates.wrapped_key is 'As in documents.';
call protect_firm_table('document_templates');

-- Every file is announced here before its first byte is written, and only announced files are ever removed from the
-- store: bytes unknown to this database belong to another installation.
create table stored_files (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  key text not null,
  purpose text not null check (purpose in ('document', 'logo', 'export', 'part', 'template')),
  matter_id record_id,
  announced_at timestamptz not null,
  trashed_at timestamptz,
  fault text check (fault in ('missing', 'damaged')),
  primary key (firm_id, key)
);
comment on table stored_files is 'Files this database put into the file store, announced before the first byte. Only these are ever removed from the store.';
comment on column stored_files.matter_id is 'No foreign key: a purge finds the bytes of a deleted matter here.';
comment on column stored_files.trashed_at is 'When the bytes were moved to the store''s trash; they are removed for good thirty days later.';
comment on column stored_files.fault is 'Set when a read finds the file missing or damaged; cleared once it has been read to its end.';
create index stored_files_of_matter on stored_files (firm_id, matter_id) where matter_id is not null;
create index stored_files_in_trash on stored_files (trashed_at) where trashed_at is not null;
create index stored_files_at_fault on stored_files (firm_id, key) where fault is not null;
-- Uploads write this table without a client's session: keys contain ids of files, also of those answered separately.
call protect_firm_table('stored_files', clients => 'false');

-- The search index. One row for each unencrypted text that finds a record: names, emails, phones, addresses, what
-- identifies an asset, file names. Triggers write it in the transaction that writes the record, so the index is never
-- out of date. It contains neither answers, encrypted or not, nor the contents of files.

create table search_entries (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  matter_id record_id not null,
  record_id record_id not null,
  contact_id record_id,
  kind text not null check (kind in ('matter', 'file_number', 'name', 'also_known_as', 'preferred_name', 'email', 'phone', 'address',
                                     'asset', 'document')),
  folded text collate "C" not null,
  primary key (firm_id, record_id, kind)
);
comment on table search_entries is 'The console''s search index: unencrypted texts that find people, assets, files, and matters. Never open to clients.';
comment on column search_entries.matter_id is 'No foreign key: the triggers of the indexed tables remove entries and restore them.';
comment on column search_entries.contact_id is 'The person, if the text is a name or contact detail.';
comment on column search_entries.folded is 'The result of fold_text after a space, so that every word begins with one; for a phone, its digits.';

-- Joins each word of two or three letters to the next word, so that "de la cruz" and "delacruz" find each other.
create function join_short_words(folded text) returns text language sql immutable parallel safe
return regexp_replace(folded, '(?<![^ ])([^0-9 ]{2,3}) (?=[^0-9 ])', '\1', 'g');

-- Whether a word is in a script that writes names without spaces: Chinese, Japanese, or Korean.
create function has_no_spaces(word text) returns boolean language sql immutable parallel safe
return word ~ '[\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]';

-- What the search looks up: each word, and after a tilde the word with none or one of its letters left out. Words that
-- differ by a letter have one of these in common. Also all words of a short text in one. Of a word in a script without spaces, also each of its endings: it may
-- be a family name and a given name. Each follows the end of the firm's id, so that the search reads only
-- the firm's own posting lists, however long a neighbor's are.
create function search_words(of_firm text, folded text) returns tsvector language plpgsql immutable parallel safe as $$
declare
  firm constant text := right(of_firm, 8);
  whole constant text := left(btrim(folded), 500);
  found text[] := '{}';
  word text;
begin
  if length(whole) <= 60 and whole like '% %' then found := found || (firm || replace(whole, ' ', '')); end if;
  foreach word in array string_to_array(whole || ' ' || public.join_short_words(whole), ' ') loop
    continue when firm || word = any(found);
    found := found || (firm || word);
    if word !~ '[0-9]' and length(word) between 4 and 20 then
      for place in 1 .. length(word) + 1 loop
        found := found || (firm || '~' || left(word, place - 1) || substr(word, place + 1));
      end loop;
    end if;
    if public.has_no_spaces(word) then
      for place in 2 .. least(length(word), 20) loop
        found := found || (firm || substr(word, place));
      end loop;
    end if;
  end loop;
  return array_to_tsvector(found);
end $$;

-- GIN collects new entries in a pending list of up to 64 kB, which every search scans. Letters in any place are compared
-- for names, by conflict checks only, and for the digits of phones.
create index search_entries_by_word on search_entries using gin (search_words(firm_id, folded)) with (gin_pending_list_limit = 64);
create index search_entries_by_text on search_entries using gin (firm_id, folded gin_trgm_ops) with (gin_pending_list_limit = 64)
  where kind in ('matter', 'name', 'also_known_as', 'preferred_name', 'phone');
create index search_entries_by_beginning on search_entries (firm_id, folded);
create index search_entries_by_last_word on search_entries (firm_id, split_part(folded, ' ', -1));
call protect_firm_table('search_entries', clients => 'false');

-- The same index for people in no matter: inquiries, and names kept for conflict checks.
create table outside_entries (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  matter_id record_id,
  record_id record_id not null,
  kind text not null check (kind in ('inquirer', 'email', 'phone', 'name', 'also_known_as')),
  folded text collate "C" not null,
  primary key (firm_id, record_id, kind)
);
comment on table outside_entries is 'The search index of people in no matter: inquiries, and names kept for conflict checks. Never open to clients.';
comment on column outside_entries.matter_id is 'The deleted matter, whose restriction still applies; NULL for inquiries.';
comment on column outside_entries.folded is 'As in search_entries.';
create index outside_entries_by_word on outside_entries using gin (search_words(firm_id, folded)) with (gin_pending_list_limit = 64);
create index outside_entries_by_text on outside_entries using gin (firm_id, folded gin_trgm_ops) with (gin_pending_list_limit = 64)
  where kind in ('inquirer', 'name', 'also_known_as', 'phone');
create index outside_entries_by_beginning on outside_entries (firm_id, folded);
create index outside_entries_by_last_word on outside_entries (firm_id, split_part(folded, ' ', -1));
call protect_firm_table('outside_entries', clients => 'false');

-- What remains of declined inquiries and deleted matters, so that a conflict check still finds prospective and former
-- clients. It holds nothing else about them.
create table conflict_names (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  matter_id record_id,
  name text not null,
  other_name text not null default '',
  party text not null default '',
  origin text not null check (origin in ('declined_inquiry', 'deleted_matter')),
  noted_at timestamptz not null,
  primary key (firm_id, id)
);
comment on table conflict_names is 'Names of declined inquiries and of people in deleted matters, kept for conflict checks only, for the firm''s number of years. Never open to clients.';
comment on column conflict_names.id is 'The id that the inquiry or the person had.';
comment on column conflict_names.matter_id is 'The deleted matter; NULL for a declined inquiry.';
comment on column conflict_names.party is 'The person''s relationship in the deleted matter; empty for a declined inquiry.';
comment on column conflict_names.noted_at is 'When the inquiry was declined or the matter deleted.';
create index conflict_names_of_matter on conflict_names (firm_id, matter_id) where matter_id is not null;
create index conflict_names_by_age on conflict_names (firm_id, noted_at);
call protect_firm_table('conflict_names', clients => 'false');

-- People with the name of a person in another matter. The index's triggers write it, whatever adds or renames a person,
-- and remove it once a conflict check of the name is recorded.
create table possible_conflicts (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  matter_id record_id not null,
  contact_id record_id not null,
  folded text collate "C" not null,
  weight integer not null default 3 check (weight between 1 and 4),
  added_at timestamptz not null,
  primary key (firm_id, contact_id)
);
comment on table possible_conflicts is 'People added with the name of a person in another matter, until a conflict check of that name is recorded. Never open to clients.';
comment on column possible_conflicts.matter_id is 'No foreign key: the triggers of the indexed tables remove the row and restore it.';
comment on column possible_conflicts.folded is 'The name, as in search_entries.';
comment on column possible_conflicts.weight is 'The strongest conflict_weight of those who share the name; one of 4 waits for no check.';
comment on column possible_conflicts.added_at is 'When the person was added.';
create index possible_conflicts_of_matter on possible_conflicts (firm_id, matter_id, added_at, contact_id);
create index possible_conflicts_by_name on possible_conflicts (firm_id, folded);
create index possible_conflicts_waiting on possible_conflicts (firm_id, weight, added_at, contact_id) where weight < 4;
create index possible_conflicts_of_advisors on possible_conflicts (firm_id, folded) where weight = 4;
call protect_firm_table('possible_conflicts', clients => 'false');

-- Adds the other spellings of an address's words, so that "Larkspur Ln" and "Larkspur Lane" find each other.
create function expand_address(folded text) returns text language sql immutable parallel safe
return concat_ws(' ', folded, (
  select string_agg(distinct other, ' ')
    from unnest(array[
           'alley aly', 'apartment apt unit suite ste flat', 'avenue ave av', 'beach bch', 'boulevard blvd', 'bridge brg',
           'building bldg', 'canyon cyn', 'center centre ctr', 'circle cir', 'court ct', 'cove cv', 'creek crk',
           'crescent cres', 'crossing xing', 'drive dr', 'east e', 'estates ests', 'expressway expy', 'falls fls', 'floor fl',
           'forest frst', 'fort ft', 'freeway fwy', 'garden gdn', 'gardens gdns', 'grove grv', 'harbor harbour hbr',
           'heights hts', 'highway hwy', 'hollow holw', 'junction jct', 'lake lk', 'lane ln', 'manor mnr', 'meadows mdws',
           'mount mt', 'mountain mtn', 'north n', 'northeast ne', 'northwest nw', 'orchard orch', 'park pk', 'parkway pkwy pky',
           'place pl', 'plaza plz', 'point pt', 'ridge rdg', 'road rd', 'room rm', 'route rte rt', 'saint st', 'south s',
           'southeast se', 'southwest sw', 'springs spgs', 'square sq', 'station sta', 'street st str strasse',
           'terrace ter terr', 'trail trl', 'turnpike tpke', 'valley vly', 'village vlg', 'way wy', 'west w', 'first 1st',
           'second 2nd', 'third 3rd', 'fourth 4th', 'fifth 5th', 'sixth 6th', 'seventh 7th', 'eighth 8th', 'ninth 9th',
           'tenth 10th']) spellings,
         string_to_table(spellings, ' ') other
   where string_to_array(folded, ' ') && string_to_array(spellings, ' ')
     and other <> all(string_to_array(folded, ' '))));

create function set_search_entry(of_firm text, of_matter text, of_record text, of_contact text, of_kind text, text_in_clear text)
returns void language plpgsql as $$
declare
  text_folded text := case of_kind when 'phone' then regexp_replace(split_part(text_in_clear, ';', 1), '\D', '', 'g')
                                   when 'file_number' then fold_file_number(text_in_clear)
                                   when 'address' then expand_address(fold_text(left(replace(text_in_clear, '#', ' unit '), 400)))
                                   else fold_text(left(text_in_clear, 500)) end;
begin
  if coalesce(text_folded, '') = '' then
    delete from search_entries where firm_id = of_firm and record_id = of_record and kind = of_kind;
  else
    insert into search_entries (firm_id, matter_id, record_id, contact_id, kind, folded)
    values (of_firm, of_matter, of_record, of_contact, of_kind, ' ' || text_folded)
    on conflict (firm_id, record_id, kind) do update
       set folded = excluded.folded, contact_id = excluded.contact_id
     where search_entries.folded <> excluded.folded
        or search_entries.contact_id is distinct from excluded.contact_id;
  end if;
end $$;

-- How much a shared name weighs: 1 for people who may be on the other side (separated and former spouses, business
-- partners, creditors, tenants), 2 for clients, spouses and representatives, 3 for family and others, 4 for advisors and
-- charities, who appear in many matters without a conflict.
create function conflict_weight(relationship_type text) returns integer language sql immutable parallel safe
return case when relationship_type in ('1SEPA', '1DIVO', '1EXPA', '4BUSP', '4CRED', '4TENA') then 1
            when relationship_type like '5%' or relationship_type = '4CHAR' then 4
            when relationship_type ~ '^[01]' then 2 else 3 end;

-- The strongest weight of the name in other matters; NULL if it is in none.
create function weight_elsewhere(of_firm text, of_matter text, name_folded text) returns integer language sql stable
return (
  select min(conflict_weight(c.relationship_type))
    from (select e.contact_id from search_entries e
           where e.firm_id = of_firm and e.folded = name_folded and e.matter_id <> of_matter
             and e.kind in ('name', 'also_known_as', 'preferred_name') limit 100) e
    join contacts c on c.firm_id = of_firm and c.id = e.contact_id);

-- A single word could be anyone's name. A check within the day before the person was added has already found the
-- others.
create function note_possible_conflict(of_firm text, of_matter text, of_contact text, full_name text, added timestamptz)
returns void language plpgsql as $$
declare
  name_folded constant text := ' ' || fold_text(left(full_name, 500));
  elsewhere constant integer := case when name_folded ~ '\S \S' then weight_elsewhere(of_firm, of_matter, name_folded) end;
begin
  delete from possible_conflicts where firm_id = of_firm and contact_id = of_contact and folded <> name_folded;
  if elsewhere is not null
     and not exists (select from conflict_checks k
                      where k.firm_id = of_firm and fold_text(k.name) = ltrim(name_folded)
                        and k.checked_at > added - interval '1 day') then
    insert into possible_conflicts (firm_id, matter_id, contact_id, folded, weight, added_at)
    select of_firm, of_matter, of_contact, name_folded, least(elsewhere, conflict_weight(c.relationship_type)), added
      from contacts c where c.firm_id = of_firm and c.id = of_contact
    on conflict (firm_id, contact_id) do update set weight = excluded.weight
     where possible_conflicts.weight <> excluded.weight;
  end if;
end $$;

-- After a name is removed, the others who share it may no longer have a duplicate.
create function forget_possible_conflicts(of_firm text, full_name text) returns void language sql as $$
  delete from possible_conflicts p
   where p.firm_id = of_firm and p.folded = ' ' || fold_text(left(full_name, 500))
     and weight_elsewhere(p.firm_id, p.matter_id, p.folded) is null
$$;

create function set_outside_entry(of_firm text, of_matter text, of_record text, of_kind text, text_in_clear text)
returns void language plpgsql as $$
declare
  text_folded text := case of_kind when 'phone' then regexp_replace(text_in_clear, '\D', '', 'g')
                                   else fold_text(left(text_in_clear, 500)) end;
begin
  delete from outside_entries where firm_id = of_firm and record_id = of_record and kind = of_kind;
  if coalesce(text_folded, '') <> '' then
    insert into outside_entries (firm_id, matter_id, record_id, kind, folded)
    values (of_firm, of_matter, of_record, of_kind, ' ' || text_folded);
  end if;
end $$;
revoke all on function set_outside_entry from public;
grant execute on function set_outside_entry to foyer_platform;

create function index_outside() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  firm constant text := coalesce(new.firm_id, old.firm_id);
  record constant text := coalesce(new.id, old.id);
begin
  if tg_table_name = 'inquiries' then
    perform set_outside_entry(firm, null, record, 'inquirer', new.first_name || ' ' || new.last_name);
    perform set_outside_entry(firm, null, record, 'email', new.email);
    perform set_outside_entry(firm, null, record, 'phone', new.phone);
  else
    perform set_outside_entry(firm, new.matter_id, record, 'name', new.name);
    perform set_outside_entry(firm, new.matter_id, record, 'also_known_as', new.other_name);
  end if;
  return null;
end $$;
alter function index_outside owner to foyer_platform;
revoke all on function index_outside from public;
create trigger indexes_outside after insert or update or delete on conflict_names
  for each row execute function index_outside();

-- Clients write records and never see the index, so its triggers run as foyer_platform.
create function index_record() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    delete from search_entries where firm_id = old.firm_id and record_id = old.id;
    case tg_table_name
      when 'matters' then
        delete from possible_conflicts where firm_id = old.firm_id and matter_id = old.id;
      when 'contacts' then
        delete from possible_conflicts where firm_id = old.firm_id and contact_id = old.id;
        perform forget_possible_conflicts(old.firm_id, old.full_name);
      else null;
    end case;
    return null;
  end if;
  case tg_table_name
    when 'matters' then
      perform set_search_entry(new.firm_id, new.id, new.id, null, 'matter', new.name);
      perform set_search_entry(new.firm_id, new.id, new.id, null, 'file_number', new.file_number);
      if new.close_date is not null then
        delete from possible_conflicts where firm_id = new.firm_id and matter_id = new.id;
      elsif tg_op = 'UPDATE' then
        if old.close_date is not null then
          -- Reopened: compares its people again, with everyone added since.
          perform note_possible_conflict(c.firm_id, c.matter_id, c.id, c.full_name, c.created_at)
             from contacts c where c.firm_id = new.firm_id and c.matter_id = new.id;
        end if;
      end if;
    when 'contacts' then
      perform set_search_entry(new.firm_id, new.matter_id, new.id, new.id, 'name', new.full_name);
      perform set_search_entry(new.firm_id, new.matter_id, new.id, new.id, 'also_known_as', new.also_known_as);
      perform set_search_entry(new.firm_id, new.matter_id, new.id, new.id, 'preferred_name',
        case when btrim(new.preferred_name) <> '' then new.preferred_name || ' ' || new.last_name end);
      perform note_possible_conflict(new.firm_id, new.matter_id, new.id, new.full_name, new.created_at);
      if tg_op = 'UPDATE' then perform forget_possible_conflicts(old.firm_id, old.full_name); end if;
    when 'email_addresses' then
      perform set_search_entry(new.firm_id, new.matter_id, new.id, new.contact_id, 'email', new.email);
    when 'phone_numbers' then
      perform set_search_entry(new.firm_id, new.matter_id, new.id, new.contact_id, 'phone', coalesce(new.e164, new.number));
    when 'addresses' then
      perform set_search_entry(new.firm_id, new.matter_id, new.id, new.contact_id, 'address',
        concat_ws(' ', new.street, new.city, new.state, new.postal_code));
    when 'assets' then
      perform set_search_entry(new.firm_id, new.matter_id, new.id, null, 'asset', new.identifier_value);
    when 'documents' then
      perform set_search_entry(new.firm_id, new.matter_id, new.id, null, 'document',
        case when new.removed_at is null and not new.is_unsent then new.filename end);
  end case;
  return null;
end $$;
alter function index_record owner to foyer_platform;
revoke all on function index_record from public;
revoke all on function set_search_entry from public;
grant execute on function set_search_entry to foyer_platform;
create trigger indexes_record after insert or delete or update of name, file_number, close_date on matters
  for each row execute function index_record();
create trigger indexes_record after insert or delete
  or update of first_name, middle_name, last_name, suffix, also_known_as, preferred_name, relationship_type on contacts
  for each row execute function index_record();
create trigger indexes_record after insert or delete or update of email on email_addresses
  for each row execute function index_record();
create trigger indexes_record after insert or delete or update of number, e164 on phone_numbers
  for each row execute function index_record();
create trigger indexes_record after insert or delete or update of street, city, state, postal_code on addresses
  for each row execute function index_record();
create trigger indexes_record after insert or delete or update of identifier_value on assets
  for each row execute function index_record();
create trigger indexes_record after insert or delete or update of filename, removed_at, is_unsent on documents
  for each row execute function index_record();

-- Matches all of the words: complete words at first, and prefixes from the given word on.
create function words_query(words text[], first_beginning integer) returns text language sql stable
return (
  select string_agg('''' || right(current_firm(), 8) || replace(word, '\', '\\') || '''' || case when place >= first_beginning then ':*' else '' end,
                    ' & ') from unnest(words) with ordinality as w (word, place));

-- The words with none or one of their letters left out, as in the index.
create function shorten_words(folded text) returns text[] language sql stable
return array(select substr(key, 10) from unnest(tsvector_to_array(search_words(current_firm(), folded))) key
              where substr(key, 9, 1) = '~');

-- Matches all of the words, each as a prefix or in a similar spelling: with a letter wrong, missing, added, or swapped
-- with the next. With is_far, a long word may have another letter too many.
create function similar_words_query(words text[], is_far boolean) returns text language sql stable
return (
  select string_agg('(' || concat_ws(' | ', words_query(array[word], 1), alike) || ')', ' & ')
    from unnest(words) word,
 lateral (select case when is_far and length(word) between 6 and 12 then array_to_string(shorten_words(word), ' ') else word end as near) of_word,
 lateral (select string_agg(words_query(array['~' || shorter], 2), ' | ') as alike from unnest(shorten_words(near)) shorter) of_near);

-- Matches all of the words but any one that is no number, each in a similar spelling.
create function words_but_one_query(words text[]) returns text language sql stable
return (
  select string_agg('(' || similar_words_query(words[:place - 1] || words[place + 1:], false) || ')', ' | ')
    from generate_subscripts(words, 1) place where words[place] !~ '[0-9]');

-- Matches all of the words, each as a prefix or written in two: "Maryann" and "Mary Ann", and a Chinese name without the
-- space, either name first.
create function split_words_query(words text[]) returns text language sql stable
return (
  select string_agg('(' || concat_ws(' | ', words_query(array[word], 1), halves) || ')', ' & ')
    from unnest(words) word,
 lateral (select string_agg('(' || words_query(array[left(word, cut), substr(word, cut + 1)],
                                               case when has_no_spaces(word) then 1 else 3 end) || ')', ' | ') as halves
            from generate_series(1, least(length(word), 20) - 1) cut
           where word !~ '[0-9]' and (has_no_spaces(word) or cut between 2 and length(word) - 2)) split);

-- The same also with two neighboring words in one, or all of them: "Mary Ann" and "Maryann".
create function respaced_words_query(words text[]) returns text language sql stable
return (
  select string_agg('(' || query || ')', ' | ') from (
    select split_words_query(words) as query
    union all
    select split_words_query(words[:place - 1] || joined || words[place + 2:])
      from generate_series(1, cardinality(words) - 1) place,
   lateral unnest(case when has_no_spaces(words[place]) then array[words[place] || words[place + 1], words[place + 1] || words[place]]
                       else array[words[place] || words[place + 1]] end) joined
     where joined !~ '[0-9]' and length(joined) > 2
    union all
    select words_query(array[array_to_string(words, '')], 1) where length(array_to_string(words, '')) between 5 and 60) respaced);

create function count_entries(found search_entries[], phrase text) returns integer language sql immutable
return (
  select count(distinct (e.record_id, e.kind)) from unnest(found) e
   where phrase = '' or strpos(e.folded || ' ', ' ' || phrase || ' ') > 0);
comment on function count_entries is 'How many entries contain the phrase as complete words; for an empty phrase, how many there are.';

-- The index's operators are not leakproof, so row-level security would keep the planner from using it. This function
-- checks the firm itself, returns nothing in a client's session, and takes a fixed number of candidates: first from
-- indexes in the order of words, however many people share a name, and from others if those return too few. With
-- of_closed it searches only matters closed to the viewer, with is_outside people in no matter. Parallel workers would take longer to start than to search.
create function look_up_entries(looked_for text, of_assignee text, is_wide boolean, max_entries integer, of_closed boolean, is_outside boolean)
returns table (matter_id text, record_id text, contact_id text, kind text, score real, is_partial boolean)
language plpgsql stable rows 25 security definer set search_path = public, pg_temp
set pg_trgm.word_similarity_threshold = 0.45 set enable_seqscan = off set max_parallel_workers_per_gather = 0 as $$
declare
  whole constant text := fold_text(left(looked_for, 200));
  words constant text[] := (string_to_array(whole, ' '))[1:8];
  joined_words constant text[] := (string_to_array(join_short_words(whole), ' '))[1:8];
  -- A phone is stored without its extension and without the zeros that are dialed before it from elsewhere.
  dialed constant text := regexp_replace(regexp_replace(whole, ' (ext|extension|extn|x) ?[0-9]+$', ''), '\D', '', 'g');
  digits constant text := case when length(ltrim(dialed, '0')) < 4 then dialed else ltrim(dialed, '0') end;
  -- A page full of entries that contain the phrase ends the search; for fewer than three letters, any match counts.
  phrase constant text := case when length(whole) < 3 then '' else whole end;
  -- A number is right or wrong, so one match suffices: similar numbers are of no use.
  enough constant integer := case when whole ~ '[0-9]' then 1 else 3 end;
  mine constant text := case when of_closed then 'e.matter_id in (select hidden_matters())'
    when of_assignee is null then 'is_in_view(e.matter_id)' else
    'is_in_view(e.matter_id) and exists (select from matters m where m.firm_id = e.firm_id and m.id = e.matter_id and m.assignee_id = $4)' end;
  take constant text := 'select $1 || array(select ' || case when is_outside
    then '(e.firm_id, e.matter_id, e.record_id, null, e.kind, e.folded)::search_entries from outside_entries e'
    else 'e from search_entries e' end || ' where %s and ' || mine || ' limit %s)';
  by_word constant text := format(take, 'search_words(e.firm_id, e.folded) @@ $3::tsquery and e.firm_id || '''' = $2', 400);
  by_similarity constant text := format(take, 'e.firm_id = $2 and $3 <% e.folded and word_similarity($3, e.folded) < $5 and
    e.kind in (' || case when is_outside then '''inquirer''' else '''matter'', ''preferred_name''' end || ', ''name'', ''also_known_as'')', 2000);
  found search_entries[] := '{}';
  of_some_words boolean := false;
  part text;
begin
  if current_firm() is null or current_matter() is not null or whole = '' then return; end if;
  execute format(take, 'e.firm_id = $2 and e.folded >= '' '' || $3 and e.folded < '' '' || $3 || U&''\FFFF''', 200)
     into found using found, current_firm(), whole, of_assignee;
  if is_wide or max_entries > count_entries(found, phrase) then
    if cardinality(words) = 1 then
      execute format(take, 'e.firm_id = $2 and split_part(e.folded, '' '', -1) >= $3 and split_part(e.folded, '' '', -1) < $3 || U&''\FFFF''', 200)
         into found using found, current_firm(), whole, of_assignee;
    end if;
    -- Fewer than seven digits among letters are part of something else.
    if length(digits) >= 7 or length(digits) >= 4 and whole !~ '[[:alpha:]]' then
      execute format(take, 'e.firm_id = $2 and e.kind = ''phone'' and e.folded like ''%'' || $3 || ''%''', 200)
         into found using found, current_firm(), digits, of_assignee;
    end if;
  end if;
  -- For complete words GIN skips through the longer lists; for prefixes it reads all lists to their end.
  if is_wide or max_entries > count_entries(found, phrase) then
    execute by_word into found using found, current_firm(), words_query(words, cardinality(words) + 1), of_assignee;
  end if;
  if is_wide or max_entries > count_entries(found, '') then
    execute by_word into found using found, current_firm(), words_query(words, cardinality(words)), of_assignee;
  end if;
  if is_wide or enough > count_entries(found, '') then
    execute by_word into found using found, current_firm(), words_query(words, 1), of_assignee;
  end if;
  if whole ~ '[^0-9 ]' then
    if cardinality(words) <= 5 and (is_wide or enough > count_entries(found, '')) then
      execute by_word into found using found, current_firm(), respaced_words_query(words), of_assignee;
    end if;
    if is_wide or enough > count_entries(found, '') then
      execute by_word into found using found, current_firm(), similar_words_query(words, false), of_assignee;
      if joined_words <> words then
        execute by_word into found using found, current_firm(), similar_words_query(joined_words, false), of_assignee;
      end if;
    end if;
    if is_wide or found = '{}' then
      execute by_word into found using found, current_firm(), similar_words_query(words, true), of_assignee;
    end if;
    if (is_wide or found = '{}') and cardinality(words) between 3 and 5 then
      of_some_words := found = '{}';
      execute by_word into found using found, current_firm(), words_but_one_query(words), of_assignee;
    end if;
    -- Some of the words are better than nothing; however many people share one, only the first so many are read.
    if found = '{}' and not is_wide and cardinality(words) > 1 then
      of_some_words := true;
      foreach part in array words[:5] loop
        continue when length(part) < 2;
        execute format(take, 'e.firm_id = $2 and e.folded >= '' '' || $3 and e.folded < '' '' || $3 || ''!''', 60)
           into found using found, current_firm(), part, of_assignee;
        execute format(take, 'e.firm_id = $2 and split_part(e.folded, '' '', -1) = $3', 60)
           into found using found, current_firm(), part, of_assignee;
      end loop;
      if found = '{}' and cardinality(words) <= 5 then
        foreach part in array words loop
          continue when part ~ '[0-9]' or length(part) < 2;
          execute by_word into found using found, current_firm(), similar_words_query(array[part], false), of_assignee;
        end loop;
      end if;
    end if;
    -- Two passes, so that however many names differ widely, they don't crowd out closer ones.
    if is_wide and length(whole) >= 4 then
      perform set_config('pg_trgm.word_similarity_threshold', '0.6', true);
      execute by_similarity into found using found, current_firm(), whole, of_assignee, 2;
      perform set_config('pg_trgm.word_similarity_threshold', '0.45', true);
      execute by_similarity into found using found, current_firm(), whole, of_assignee, 0.6;
    end if;
  end if;
  return query
    select distinct e.matter_id::text, e.record_id::text, e.contact_id::text, e.kind,
           (case when e.folded = ' ' || whole or e.kind = 'file_number' and split_part(e.folded, ' ', -1) = replace(whole, ' ', '') then 1000 when starts_with(e.folded, ' ' || whole || ' ') then 800
                 when strpos(e.folded || ' ', ' ' || whole || ' ') > 0 then 700 when starts_with(e.folded, ' ' || whole) then 600
                 when e.kind = 'phone' or (select bool_and(strpos(e.folded, ' ' || word) > 0) from unnest(words) word)
                 then 400 + 100 * similarity(e.folded, whole) else 300 * word_similarity(whole, e.folded) end)::real, of_some_words
      from unnest(found) e order by 5 desc, 1 desc, 2, 4 limit max_entries;
end $$;
alter function look_up_entries owner to foyer_platform;
revoke all on function look_up_entries from public;

create function find_search_entries(looked_for text, of_assignee text, is_wide boolean, max_entries integer)
returns table (matter_id text, record_id text, contact_id text, kind text, score real, is_partial boolean)
language sql stable rows 25 security definer set search_path = public, pg_temp as $$
  select * from look_up_entries(looked_for, of_assignee, is_wide, max_entries, false, false)
$$;
comment on function find_search_entries is 'Index entries for some words, best first: each word as a prefix, a phone in any spelling, and, if little is found, similar spellings; if nothing is, entries with some of the words (is_partial); if is_wide is set, also words that share most groups of three letters.';
alter function find_search_entries owner to foyer_platform;
revoke all on function find_search_entries from public;
grant execute on function find_search_entries to foyer_firm, foyer_platform;

create function find_outside_entries(looked_for text, is_wide boolean, max_entries integer)
returns table (record_id text, kind text, score real, is_partial boolean)
language sql stable rows 25 security definer set search_path = public, pg_temp as $$
  select e.record_id, e.kind, e.score, e.is_partial from look_up_entries(looked_for, null, is_wide, max_entries, false, true) e
$$;
comment on function find_outside_entries is 'The same for people in no matter: inquiries, and names kept for conflict checks.';
alter function find_outside_entries owner to foyer_platform;
revoke all on function find_outside_entries from public;
grant execute on function find_outside_entries to foyer_firm, foyer_platform;

-- A conflict check must not miss a matter because it is restricted: this function ignores the restriction, and returns
-- hits without the matter or the person. It searches restricted matters only, so that no number of open ones crowds
-- them out.
create function find_restricted_names(looked_for text) returns table (place bigint, folded text)
language sql stable security definer set search_path = public, pg_temp as $$
  select dense_rank() over (order by e.matter_id), e.folded
    from (select e.matter_id, e.kind, s.folded from look_up_entries(looked_for, null, true, 200, true, false) e
            join search_entries s on s.firm_id = current_firm() and s.record_id = e.record_id and s.kind = e.kind
           union all
          select e.matter_id, e.kind, s.folded from look_up_entries(looked_for, null, true, 200, true, true) e
            join outside_entries s on s.firm_id = current_firm() and s.record_id = e.record_id and s.kind = e.kind) e
   where current_viewer() is not null and e.kind in ('matter', 'name', 'also_known_as', 'preferred_name')
$$;
comment on function find_restricted_names is 'Names similar to the one searched for in matters restricted to others, deleted ones included, numbered by matter.';
alter function find_restricted_names owner to foyer_platform;
revoke all on function find_restricted_names from public;
grant execute on function find_restricted_names to foyer_firm;

-- Checks of whether the firm may act for a person: the name, the decision, and the records it rests on, as ids, so that
-- nothing of a deleted matter remains.
create table conflict_checks (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  name text not null check (length(name) between 1 and 200),
  decision text not null check (decision in ('none', 'possible', 'conflict')),
  note text not null default '' check (length(note) <= 2000),
  appearances jsonb not null,
  checked_by record_id default current_actor(),
  checked_at timestamptz not null,
  primary key (firm_id, id)
);
comment on table conflict_checks is 'Conflict checks that staff recorded: the name, the decision, and why.';
comment on column conflict_checks.appearances is 'What was found, as [{reason}] or [{reason, outside_id}]. Where a restriction hid the matter, nothing else is known.';
create index conflict_checks_newest_first on conflict_checks (firm_id, id desc);
create index conflict_checks_by_name on conflict_checks (firm_id, fold_text(name), checked_at);
call protect_firm_table('conflict_checks');

-- The matters are rows of their own, so that a restriction hides them later, too.
create table conflict_check_matters (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  matter_id record_id not null,
  check_id record_id not null,
  position integer not null,
  contact_id record_id,
  primary key (firm_id, check_id, position),
  foreign key (firm_id, check_id) references conflict_checks (firm_id, id) on delete cascade
);
comment on table conflict_check_matters is 'Where a recorded conflict check found the name: the matter and the person behind each of its appearances.';
comment on column conflict_check_matters.matter_id is 'No foreign key: the ids remain when a matter is deleted, and nothing else of it.';
comment on column conflict_check_matters.position is 'Position in the check''s appearances, from 1.';
call protect_firm_table('conflict_check_matters', clients => 'false');

-- A firm's texts for clients to sign, and their signatures: who signed exactly what, when, and from where.
create table agreements (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  current_version integer not null default 1 check (current_version > 0),
  least_version integer not null default 1 check (least_version between 1 and current_version),
  questionnaire_ids text[] not null default '{}',
  by_both boolean not null default true,
  only_for_two boolean not null default false,
  is_required boolean not null default true,
  before_sending boolean not null default false,
  is_active boolean not null default true,
  created_at timestamptz not null,
  primary key (firm_id, id)
);
comment on table agreements is 'Texts that clients sign, such as an engagement letter; their wording is in agreement_versions.';
comment on column agreements.least_version is 'Signatures of earlier versions don''t count: the firm asked everyone to sign again.';
comment on column agreements.questionnaire_ids is 'The questionnaires whose clients sign it. An archived one remains listed.';
comment on column agreements.before_sending is 'Whether required signatures must exist before the client submits; otherwise a missing one is an open item.';
comment on column agreements.by_both is 'Whether each of two clients signs, or one for both.';
comment on column agreements.only_for_two is 'Whether it applies only to matters of two clients, such as a notice of joint representation.';
call protect_firm_table('agreements', clients => 'true', clients_write => 'false');

create table agreement_versions (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  agreement_id record_id not null,
  version integer not null check (version > 0),
  title jsonb not null,
  text jsonb not null,
  published_by record_id default current_actor(),
  published_at timestamptz not null,
  primary key (firm_id, agreement_id, version),
  foreign key (firm_id, agreement_id) references agreements (firm_id, id) on delete cascade
);
comment on table agreement_versions is 'The wording of an agreement, by language. A changed text is a new version; versions never change.';
call protect_firm_table('agreement_versions', clients => 'true', clients_write => 'false');

create table signatures (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  matter_id record_id not null,
  agreement_id record_id not null,
  version integer not null,
  language text not null check (language in ('en', 'es')),
  text_sha256 bytea not null check (length(text_sha256) = 32),
  party text not null check (party in ('main', 'partner', 'representative')),
  contact_id record_id not null,
  name text not null check (length(name) between 1 and 200),
  strokes jsonb,
  account text not null,
  address text not null,
  device text not null,
  signed_by record_id not null default current_actor(),
  signed_at timestamptz not null,
  primary key (firm_id, id),
  unique (firm_id, matter_id, agreement_id, version, party),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade,
  foreign key (firm_id, agreement_id, version) references agreement_versions (firm_id, agreement_id, version)
);
comment on table signatures is 'What clients signed. A row never changes; it is deleted with its matter.';
comment on column signatures.text_sha256 is 'SHA-256 of the title, an empty line, and the text in the signed language, as UTF-8.';
comment on column signatures.contact_id is 'The signer. No foreign key: the signature outlives changes to the contact.';
comment on column signatures.name is 'As the signer typed it.';
comment on column signatures.strokes is 'The drawn signature: lines of points in a field of 600 by 200. NULL if the typed name is the signature.';
comment on column signatures.account is 'Email address of the access it was signed from; empty for a link created without one.';
comment on column signatures.address is 'The signer''s network address.';
call protect_firm_table('signatures');

create function refuse_change_of_signature() returns trigger language plpgsql as $$
begin raise insufficient_privilege using message = 'What was signed cannot be changed.'; end $$;
create trigger unchanged_signature before update on signatures for each row
  execute function refuse_change_of_signature();
create trigger unchanged_version before update on agreement_versions for each row
  execute function refuse_change_of_signature();

create table signature_requests (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  matter_id record_id not null,
  agreement_id record_id not null,
  least_version integer not null check (least_version > 0),
  requested_by record_id default current_actor(),
  requested_at timestamptz not null,
  primary key (firm_id, matter_id, agreement_id),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade,
  foreign key (firm_id, agreement_id) references agreements (firm_id, id) on delete cascade
);
comment on table signature_requests is 'Requests by staff that the clients of one matter sign a newer version.';
call protect_firm_table('signature_requests');

create view submitted_open_items with (security_invoker) as
select o.firm_id, o.matter_id, o.number, o.position, o.kind, o.record_id, nullif(o.contact_id, '') as contact_id, o.label,
       o.person, s.submitted_at,
       o.number = (select max(l.number) from submissions l
                    where l.firm_id = o.firm_id and l.matter_id = o.matter_id) as is_latest,
       case o.kind
         when 'signature' then least(o.withdrawn_at,
           (select min(g.signed_at) from signatures g
              join agreements a on a.firm_id = g.firm_id and a.id = g.agreement_id
             where g.firm_id = o.firm_id and g.matter_id = o.matter_id and g.agreement_id = o.record_id
               and g.signed_at >= s.submitted_at and (g.contact_id = o.contact_id or not a.by_both)))
         else least(o.withdrawn_at,
           (select min(d.uploaded_at) from documents d
             where d.firm_id = o.firm_id and d.matter_id = o.matter_id and d.request_id = o.record_id
               and d.removed_at is null and d.uploaded_at >= s.submitted_at
               and (o.contact_id = '' or contact_of_client(d.uploaded_by, o.firm_id) = o.contact_id)),
           (select c.chosen_at from document_choices c
             where c.firm_id = o.firm_id and c.matter_id = o.matter_id and c.request_id = o.record_id
               and c.chosen_for = o.contact_id and c.choice = 'none'))
       end as closed_at
  from open_items o
  join submissions s on s.firm_id = o.firm_id and s.matter_id = o.matter_id and s.number = o.number;
comment on view submitted_open_items is 'The open items of every submission, and when each closed: it arrived, the client said there is no such document, or the matter no longer requests it. Everything that asks what is open reads it here.';
grant select on submitted_open_items to foyer_firm, foyer_platform;
