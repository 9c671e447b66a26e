-- A client's passkey hangs on the client's matter: it goes with it, and comes back with it. Until the client is known at
-- the door, their passkeys are in sight, of which nothing is secret; from then on each sees only the own ones.
alter table passkeys
  add column matter_id record_id,
  add foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade;
comment on column passkeys.matter_id is 'The matter of a client; NULL for staff.';
create index passkeys_of_matter on passkeys (firm_id, matter_id) where matter_id is not null;
create policy within_the_matter on passkeys as restrictive using (is_in_reach(matter_id)) with check (is_in_reach(matter_id));
alter policy of_the_client on passkeys
  using (current_matter() is null or coalesce(current_actor(), user_id) = user_id);

-- A client's authenticator app and recovery codes go and come back likewise.
create or replace function take_out_matter(of_matter text) returns text language plpgsql as $$
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

create or replace function put_back_matter(content jsonb) returns void language plpgsql as $$
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
