-- Imports of any size: read and created in the background, with a report of every line.
alter table imports drop constraint imports_state_check;
alter table imports add constraint imports_state_check
  check (state in ('planning', 'open', 'creating', 'created', 'undone'));
alter table imports add column findings jsonb not null default '[]';
alter table imports add column bulk_action_id record_id;
comment on column imports.findings is 'Faults and doubts of the file, equal ones once with their number.';
comment on column imports.bulk_action_id is 'What creates the matters in the background; NULL for a short file, which is created at once.';

create table import_lines (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  import_id record_id not null,
  line integer not null,
  lines integer[] not null,
  plan jsonb,
  findings jsonb not null default '[]',
  duplicate jsonb,
  doubt smallint not null,
  choice text check (choice in ('skip', 'join', 'create')),
  outcome text check (outcome in ('created', 'joined', 'skipped', 'left_out')),
  reason text not null default '',
  result_id record_id,
  close_date date,
  done_at timestamptz,
  primary key (firm_id, import_id, line),
  foreign key (firm_id, import_id) references imports (firm_id, id) on delete cascade
);
comment on table import_lines is 'What an import makes of each line, or of several lines that form one matter; kept for 30 days as its report.';
comment on column import_lines.line is 'Where it begins in the file, as spreadsheets count.';
comment on column import_lines.plan is 'The matter and its people as the file has them. NULL for a line that is no client, and once it is stored.';
comment on column import_lines.duplicate is 'The matter or the earlier line that may be the same client. Its name is read when it is shown.';
comment on column import_lines.doubt is 'Order of the preview: 0 to be decided, 1 doubtful, 2 there already, 3 certain.';
comment on column import_lines.result_id is 'The matter it became or was added to. No foreign key: matters are deleted, and their ids reveal nothing.';
comment on column import_lines.close_date is 'The day on which the file says that the matter was closed: undoing tells it from one that staff closed.';
create index import_lines_by_doubt on import_lines (firm_id, import_id, doubt, line);
create index import_lines_by_result on import_lines (firm_id, result_id) where result_id is not null;
call protect_firm_table('import_lines');
