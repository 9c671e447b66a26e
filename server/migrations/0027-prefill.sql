-- What the firm knows of a matter before its client starts.
alter table matters add column prefilled_at timestamptz;
comment on column matters.prefilled_at is 'When the firm''s software last entered what it knows; NULL if it never did.';

alter table prior_answers add column is_from_firm boolean not null default false;
comment on table prior_answers is 'Answers of an earlier matter, or known to the firm, offered to this matter''s client until the client saves the question. None is sensitive.';
comment on column prior_answers.opened_on is 'When the earlier matter was opened; when the firm offered its answer.';
comment on column prior_answers.is_from_firm is 'The firm''s software offered it.';
