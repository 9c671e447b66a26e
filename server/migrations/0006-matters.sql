-- A person joins a matter at the end of its list. Matters call this for the people they are made with, contacts for
-- everybody else, so that there is one way in.
create function add_contact(new_id text, of_matter text, relationship text, client boolean,
                            first text, last text, email_id text, mail text, at timestamptz)
returns void language sql
begin atomic
  insert into contacts (id, matter_id, position, relationship_type, is_client, first_name, last_name, created_at)
  select new_id, of_matter, coalesce(max(position), 0) + 1, relationship, client, first, last, at
    from contacts where matter_id = of_matter;
  insert into email_addresses (id, matter_id, contact_id, position, type, email)
  select email_id, of_matter, new_id, 1, 'home', mail where mail <> '';
end;
comment on function add_contact is 'Adds a person at the end of a matter''s list, with a first e-mail address unless it is empty.';

-- How many matters a firm opened on each day: counts them all, and finds the day a far page begins on, without
-- walking through the matters before it.
create table matter_days (
  firm_id record_id not null default current_firm() references firms (id) on delete cascade,
  open_date date not null,
  matters bigint not null,
  primary key (firm_id, open_date)
);
comment on table matter_days is 'Number of matters by firm and open date, kept exact by triggers on matters.';
call protect_firm_table('matter_days');

create function count_matter_days() returns trigger language plpgsql as $$
begin
  -- In the order of the key, so that two transactions cannot wait for each other.
  if tg_op in ('INSERT', 'UPDATE') then
    insert into matter_days (firm_id, open_date, matters)
    select firm_id, open_date, count(*) from new_matters group by 1, 2 order by 1, 2
    on conflict (firm_id, open_date) do update set matters = matter_days.matters + excluded.matters;
  end if;
  if tg_op in ('DELETE', 'UPDATE') then
    update matter_days d set matters = d.matters - gone.matters
      from (select firm_id, open_date, count(*) as matters from old_matters group by 1, 2) gone
     where d.firm_id = gone.firm_id and d.open_date = gone.open_date;
  end if;
  return null;
end $$;
create trigger matters_opened after insert on matters
  referencing new table as new_matters for each statement execute function count_matter_days();
create trigger matters_removed after delete on matters
  referencing old table as old_matters for each statement execute function count_matter_days();

insert into matter_days (firm_id, open_date, matters) select firm_id, open_date, count(*) from matters group by 1, 2;
