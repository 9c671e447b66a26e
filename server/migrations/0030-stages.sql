-- Where a matter stands in the firm's own work; the firm names the stages in its settings.
alter table matters add column stage_id record_id, add column staged_at timestamptz;
comment on column matters.stage_id is 'One of the stages in the firm''s settings; NULL for none.';
comment on column matters.staged_at is 'Since when it is in this stage.';
create index matters_of_stage on matters (firm_id, stage_id, open_date desc, id desc) where stage_id is not null;
