-- Subjects of emails are sealed like their texts.

alter table mails add column subject_sealed text;
alter table mails add column is_secret boolean not null default false;
comment on column mails.subject is 'The firm''s name, for the release before, which sends and lists it. The subject of an email that an earlier release wrote.';
comment on column mails.subject_sealed is 'The subject as lists show it, encrypted and without codes. NULL for an email that an earlier release wrote; the subject that is sent is part of body_sealed.';
comment on column mails.is_secret is 'It carries a code or a link that signs its recipient in. Staff can read it only if there is no mail server.';
