-- What hangs on no matter is not a client's. Since 0021 rows without a matter were in every client's reach: sessions of
-- staff, the firm's own entries of the audit log, exports, mails about accounts. Leaving such a row behind is allowed:
-- what a client does may write a mail to staff, or an entry of the firm's.
create or replace function is_in_reach(matter text) returns boolean language sql stable parallel safe
  return coalesce(matter = current_matter(), current_matter() is null);

do $$
declare
  wall record;
begin
  for wall in
    select c.oid::regclass as name, case when c.relname = 'matters' then 'id' else 'matter_id' end as matter_column
      from pg_policy p join pg_class c on c.oid = p.polrelid where p.polname = 'within_the_matter'
  loop
    execute format('alter policy within_the_matter on %s using (is_in_reach(%I)) with check (%I is null or is_in_reach(%I))',
                   wall.name, wall.matter_column, wall.matter_column, wall.matter_column);
  end loop;
end $$;

-- Tables of the firm as a whole that no page of a client reads or writes.
create procedure close_to_clients(name regclass) language plpgsql as $$
begin
  execute format('create policy not_for_clients on %s as restrictive to foyer_firm using ((select current_matter()) is null)', name);
end $$;
comment on procedure close_to_clients is 'Keeps a client''s session out of a table that hangs on no matter.';
call close_to_clients('api_keys');
call close_to_clients('idempotent_answers');
call close_to_clients('webhook_endpoints');
call close_to_clients('delivery_tries');
call close_to_clients('audit_heads');
call close_to_clients('deleted_documents');
call close_to_clients('deleted_doors');

create or replace procedure protect_firm_table(name regclass) language plpgsql as $$
declare
  firm_column text := case when name = 'firms'::regclass then 'id' else 'firm_id' end;
  matter_column text := case
    when name::text = 'matters' then 'id'
    when exists (select from pg_attribute where attrelid = name and attname = 'matter_id' and not attisdropped) then 'matter_id'
  end;
begin
  execute format('alter table %s enable row level security', name);
  execute format('alter table %s force row level security', name);
  execute format('create policy of_the_firm on %s using (%I = (select current_firm()))', name, firm_column);
  execute format('create policy of_the_platform on %s to foyer_platform using (true)', name);
  call wall_off_owner(name);
  if matter_column is not null then
    execute format('create policy within_the_matter on %s as restrictive using (is_in_reach(%I)) with check (%I is null or is_in_reach(%I))',
                   name, matter_column, matter_column, matter_column);
  end if;
  execute format('grant select, insert, update, delete on %s to foyer_firm, foyer_platform', name);
end $$;
