-- A firm moves in from another installation as it was there: the times and parts of its matters stay, and its audit log
-- is a chain already.

create function is_moving_in() returns boolean language sql stable parallel safe
  return coalesce(current_setting('foyer.moving_in', true) = 'on', false);
comment on function is_moving_in is 'Whether this transaction inserts the rows of a firm as another installation had them.';

create or replace function move_revision() returns trigger language plpgsql as $$
begin
  if is_moving_in() then return new; end if;
  new.revision := gen_random_uuid();
  -- The same for all updates of a transaction, so that only the first has to write the index.
  new.updated_at := now();
  return new;
end $$;

create or replace function move_revision_of_matter() returns trigger language plpgsql as $$
begin
  if is_moving_in() then return null; end if;
  -- The matter's own trigger assigns the new revision.
  update matters m set revision = m.revision
    from (select distinct firm_id, matter_id from changed) c where m.firm_id = c.firm_id and m.id = c.matter_id;
  return null;
end $$;

create or replace function store_separate_parts() returns trigger language plpgsql as $$
begin
  if is_moving_in() then return new; end if;
  if new.client_type = 'self' and (tg_op = 'UPDATE' and new.separate_parts <> '{}' or exists (
       select from firms where id = new.firm_id and settings -> 'answers_alone' = 'true')) then
    new.separate_parts := (select array(select unnest(new.separate_parts) union select unnest(separate_parts_of(definition)))
                          from questionnaire_versions
                         where firm_id = new.firm_id and questionnaire_id = new.questionnaire_id
                           and number = new.questionnaire_version);
  end if;
  return new;
end $$;

-- An entry that brings its hash is part of its firm's chain already. One that forged it would break the chain.
drop trigger audit_entries_chained on audit_entries;
create constraint trigger audit_entries_chained after insert on audit_entries
  deferrable initially deferred for each row when (new.hash is null) execute function chain_new_audit_entry();
