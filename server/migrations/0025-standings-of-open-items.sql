-- How earlier open items stood at each later submission: what has come can be taken back, and the submission stays as it was.
alter table open_items add column standings jsonb not null default '{}';
comment on column open_items.standings is 'How it stood when each later submission was made, by that submission''s number: state and closed_at, as in submitted_open_items.';
