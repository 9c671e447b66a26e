-- Only staff have authenticator apps: a client who had one signs in as if it had never been set up.
update users
   set second_factor_sealed = null, second_factor_step = null, recovery_code_hashes = '{}'
 where is_client_user and (second_factor_sealed is not null or cardinality(recovery_code_hashes) > 0);
comment on column users.second_factor_sealed is 'Encrypted secret of the authenticator app of staff; NULL without two-factor authentication.';

-- A matter deleted before comes back without its clients' apps.
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
     set email = was.email, name = was.name, password_hash = was.password_hash, preferences = was.preferences
    from jsonb_populate_recordset(null::users, content -> 'users') was
   where u.id = was.id and u.is_client_user;
end $$;
