-- What a bulk action changed, batch by batch, for its Undo.
create table bulk_changes (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  bulk_action_id record_id not null,
  starts_at integer not null,
  changes jsonb not null,
  primary key (firm_id, bulk_action_id, starts_at),
  foreign key (firm_id, bulk_action_id) references bulk_actions (firm_id, id) on delete cascade
);
comment on table bulk_changes is 'What each matter of a bulk action had before and has since, so that it can be undone; removed with the action.';
comment on column bulk_changes.starts_at is 'How many matters of the action had their turn before this batch.';
comment on column bulk_changes.changes is 'For each changed matter, its id and the value that was and that is now.';
call protect_firm_table('bulk_changes', clients => 'false');
