-- What a person reads about an invitation or a reminder is what became of its mail, so a mail says what it is for, and
-- how it ended where it was not sent.
alter table mails
  add column purpose text check (purpose in ('invitation', 'reminder', 'corrections', 'code')),
  add column invitation_id record_id,
  add column gave_up_at timestamptz,
  add column kept_at timestamptz,
  add foreign key (firm_id, invitation_id) references invitations (firm_id, id) on delete cascade;
comment on column mails.purpose is 'What a mail to a client is for; NULL for mails to staff.';
comment on column mails.invitation_id is 'The invitation whose person it is written to.';
comment on column mails.gave_up_at is 'No further try is made: the mail server refused it for good, or all tries are used up. See fault.';
comment on column mails.kept_at is 'There was no mail server when its turn came: it is read in the outbox, and not sent.';
create index mails_of_invitation on mails (firm_id, invitation_id, purpose, id) where invitation_id is not null;
comment on column invitations.sent_at is 'When its mail was last put into the outbox; what became of that mail stands in mails.';

-- Both were written in one transaction, by its one clock.
update mails m set purpose = 'invitation', invitation_id = i.id
  from invitations i
 where i.firm_id = m.firm_id and i.matter_id = m.matter_id and i.sent_at = m.created_at and i.email = m.recipient;
update mails m set purpose = 'reminder', invitation_id = r.invitation_id
  from reminders r join invitations i on i.firm_id = r.firm_id and i.id = r.invitation_id
  left join users u on u.firm_id = i.firm_id and u.id = i.user_id
 where r.firm_id = m.firm_id and r.matter_id = m.matter_id and r.reminded_at = m.created_at
   and m.recipient in (i.email, u.email);

alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check
  check (kind in ('started', 'submitted', 'changed', 'corrected', 'mail_failed'));
