-- A matter was opened on the firm's own day; until now UTC's was stored, which in America is the next one every evening.
-- The day on which a matter was closed was kept without its time and stays as it is.
update matters m set open_date = (m.created_at at time zone f.time_zone)::date
  from firms f
 where f.id = m.firm_id and m.open_date = (m.created_at at time zone 'UTC')::date
   and m.open_date <> (m.created_at at time zone f.time_zone)::date;

-- The counts follow: triggers count matters that come and go, and none had ever moved to another day.
delete from matter_days;
insert into matter_days (firm_id, open_date, matters) select firm_id, open_date, count(*) from matters group by 1, 2;
