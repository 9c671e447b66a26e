-- How many matters a firm has: the count of an unfiltered list, without adding up all its days.
create table matter_totals (
  firm_id record_id primary key default current_firm() references firms (id) on delete cascade,
  matters bigint not null
);
comment on table matter_totals is 'Number of matters by firm, kept exact by triggers on matters.';
call protect_firm_table('matter_totals');

create function count_matters() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into matter_totals (firm_id, matters)
    select firm_id, count(*) from new_matters group by 1 order by 1
    on conflict (firm_id) do update set matters = matter_totals.matters + excluded.matters;
  else
    update matter_totals t set matters = t.matters - gone.matters
      from (select firm_id, count(*) as matters from old_matters group by 1) gone
     where t.firm_id = gone.firm_id;
  end if;
  return null;
end $$;
create trigger matters_counted_in after insert on matters
  referencing new table as new_matters for each statement execute function count_matters();
create trigger matters_counted_out after delete on matters
  referencing old table as old_matters for each statement execute function count_matters();

insert into matter_totals (firm_id, matters) select firm_id, count(*) from matters group by 1;
