-- Changes that answer an open item belong to the submission it was promised to: no one sends them again.

alter table changes add column is_awaited boolean not null default false;
comment on column changes.is_awaited is 'Whether it answers an open item of the latest submission, and so is not a change since that submission.';
