-- A scheduled reminder that was due and had nothing to say is not tried every hour.
alter table invitations add column reminder_unneeded_at timestamptz;
comment on column invitations.reminder_unneeded_at is 'When the schedule last found nothing that this client could give, although the matter waits for something.';
