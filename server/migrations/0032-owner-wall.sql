-- The owner of the tables is a member of foyer_platform, because it must be able to become it, and where membership is
-- inherited the policy of_the_platform is the owner's too: a connection that lost its role, as behind a pooler, would
-- see all firms. Whether it is inherited depends on PostgreSQL's version and on who granted it. So the owner gets a
-- wall of its own, whatever it inherits: like foyer_firm it sees the firm that is set. Migrations see all firms by
-- saying so (foyer.all_firms), as does whoever copies the tables.
create function sees_all_firms() returns boolean language sql stable parallel safe
  return current_setting('foyer.all_firms', true) = 'on';
comment on function sees_all_firms is 'Whether the owner of the tables said in this transaction that it works on all firms.';

create procedure wall_off_owner(name regclass) language plpgsql as $$
declare
  firm_column text := case when name = 'firms'::regclass then 'id' else 'firm_id' end;
begin
  execute format('drop policy if exists of_the_owner on %s', name);
  execute format(
    'create policy of_the_owner on %s as restrictive to %s using (sees_all_firms() or %I = (select current_firm()))',
    name, (select c.relowner::regrole from pg_class c where c.oid = name), firm_column);
end $$;
comment on procedure wall_off_owner is 'Keeps the owner of a firm''s table to the firm that is set; again where the owner has changed.';

do $$
declare
  of_a_firm regclass;
begin
  for of_a_firm in select polrelid::regclass from pg_policy where polname = 'of_the_firm' loop
    call wall_off_owner(of_a_firm);
  end loop;
end $$;

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
    execute format('create policy within_the_matter on %s as restrictive using (is_in_reach(%I))', name, matter_column);
  end if;
  execute format('grant select, insert, update, delete on %s to foyer_firm, foyer_platform', name);
end $$;
