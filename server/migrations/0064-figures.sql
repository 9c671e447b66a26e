-- What is watched every few seconds reads an index, not the outbox.
create index mails_unsent on mails (created_at) where sent_at is null;
