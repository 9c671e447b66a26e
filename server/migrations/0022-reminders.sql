alter table matters add column reminders_off boolean not null default false;
comment on column matters.reminders_off is 'Nobody is reminded of this matter by schedule or together with other matters.';

create table reminders (
  firm_id record_id not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  matter_id record_id not null,
  invitation_id record_id not null,
  step integer check (step > 0),
  reminded_by record_id default current_actor(),
  reminded_at timestamptz not null,
  primary key (firm_id, id),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade,
  foreign key (firm_id, invitation_id) references invitations (firm_id, id) on delete cascade,
  foreign key (firm_id, reminded_by) references users (firm_id, id)
);
comment on table reminders is 'Each time an invited client was reminded by mail of what is missing.';
comment on column reminders.step is 'Place in the firm''s schedule, each taken once; NULL for a reminder sent by hand.';
create unique index reminders_once_a_step on reminders (firm_id, invitation_id, step) where step is not null;
create index reminders_of_invitation on reminders (firm_id, invitation_id, reminded_at);
create index reminders_of_matter on reminders (firm_id, matter_id, id desc);
call protect_firm_table('reminders');

create table notifications (
  firm_id record_id not null default current_firm() references firms (id) on delete cascade,
  matter_id record_id not null,
  kind text not null check (kind in ('started', 'submitted', 'changed')),
  about text not null,
  notified_at timestamptz not null,
  primary key (firm_id, matter_id, kind, about),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade
);
comment on table notifications is 'What staff were told of by mail: a row is claimed before anybody is told, so that it happens once.';
comment on column notifications.about is 'The event; for changes after submission, the moment up to which they are told.';
call protect_firm_table('notifications');
