-- Plans are kept per connection and serve every firm that comes by. So the firm stands in a subquery, which PostgreSQL
-- does not look into when it plans: with the setting of the moment in its place, a plan made for a small firm, or for
-- a caller whose key was refused, would read whole tables for a large one.
do $$
declare
  wall record;
begin
  for wall in
    select c.oid::regclass as name, case when c.relname = 'firms' then 'id' else 'firm_id' end as firm_column
      from pg_policy p join pg_class c on c.oid = p.polrelid where p.polname = 'of_the_firm'
  loop
    execute format('alter policy of_the_firm on %s using (%I = (select current_firm()))', wall.name, wall.firm_column);
  end loop;
end $$;

-- The wall around a client's matter, in a form whose yield PostgreSQL can guess. As "is null or equals" over
-- subqueries it was taken to let next to nothing through: a page of matters then read and sorted the whole table
-- instead of walking an index from its newest end, some thirty times the work at 20,000 matters.
create function is_in_reach(matter text) returns boolean language sql stable parallel safe
  return coalesce(current_matter() = matter, true);
comment on function is_in_reach is 'Whether this transaction may reach the matter: a client session has only its own, the rest of the firm all.';

do $$
declare
  wall record;
begin
  for wall in
    select c.oid::regclass as name, case when c.relname = 'matters' then 'id' else 'matter_id' end as matter_column
      from pg_policy p join pg_class c on c.oid = p.polrelid where p.polname = 'within_the_matter'
  loop
    execute format('alter policy within_the_matter on %s using (is_in_reach(%I))', wall.name, wall.matter_column);
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
  if matter_column is not null then
    execute format('create policy within_the_matter on %s as restrictive using (is_in_reach(%I))', name, matter_column);
  end if;
  execute format('grant select, insert, update, delete on %s to foyer_firm, foyer_platform', name);
end $$;
