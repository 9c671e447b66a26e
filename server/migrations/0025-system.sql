-- What the database has been brought to, for whoever looks after it. Runs as the owner: nobody else reads the table.
create function applied_migrations() returns table (name text)
language sql stable security definer set search_path = public, pg_temp as $$
  select m.name from migrations m order by m.name
$$;
revoke all on function applied_migrations from public;
grant execute on function applied_migrations to foyer_platform;
