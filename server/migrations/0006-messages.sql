-- Outgoing messages: emails, reminders, and notifications to people, events and webhooks to the firm's software.

create table mails (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  matter_id record_id,
  staff_id record_id,
  invitation_id record_id,
  purpose text check (purpose in ('invitation', 'reminder', 'corrections', 'message', 'handover', 'code', 'inquiry_code', 'inquiry_declined', 'test')),
  recipient text not null,
  subject text not null,
  body_sealed text,
  created_at timestamptz not null,
  sent_at timestamptz,
  unsent_at timestamptz,
  gave_up_at timestamptz,
  attempts integer not null default 0,
  fault text,
  primary key (firm_id, id),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade,
  foreign key (firm_id, invitation_id) references invitations (firm_id, id) on delete cascade,
  foreign key (firm_id, staff_id) references users (firm_id, id)
);
comment on table mails is 'The outbox: every email the product sends or, without SMTP settings, would send.';
comment on column mails.body_sealed is 'Encrypted {text, html}: emails contain invitation links and codes. NULL once the text was removed because of its age.';
comment on column mails.matter_id is 'The matter it is about; NULL for emails about accounts and webhooks.';
comment on column mails.staff_id is 'The member of staff it tells about the matter. Their access is checked again before it is sent.';
comment on column mails.purpose is 'The purpose of an email to a client or prospective client; ''test'' for one that staff sent to themselves; otherwise NULL for emails to staff.';
comment on column mails.invitation_id is 'The invitation of the person it is sent to.';
comment on column mails.gave_up_at is 'No further attempt follows: the mail server rejected it permanently, or all attempts are used up. See fault.';
comment on column mails.unsent_at is 'There was no mail server when its turn came: it can be read in the outbox, and is not sent.';
create index mails_of_matter on mails (firm_id, matter_id, created_at desc, id desc) where matter_id is not null;
create index mails_of_invitation on mails (firm_id, invitation_id, purpose, id) where invitation_id is not null;
create index mails_with_text on mails (created_at) where body_sealed is not null;
create index mails_without_matter on mails (created_at) where matter_id is null;
create index mails_of_inquiries on mails (created_at) where purpose in ('inquiry_code', 'inquiry_declined');
create index mails_undelivered on mails (firm_id, invitation_id)
  where fault is not null and sent_at is null and invitation_id is not null;
create index mails_failed on mails (firm_id, id desc) where sent_at is null and gave_up_at is not null;
-- For metrics read every few seconds: an index instead of the outbox.
create index mails_unsent on mails (created_at) where sent_at is null;
-- Clients' actions send emails that only staff may read: their subjects contain other people's codes.
call protect_firm_table('mails', clients => 'false', clients_write => 'true',
  helpers => 'false', helpers_write => 'true');

create table client_email_words (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  email text not null,
  language text not null check (language in ('en', 'es')),
  subject text check (length(subject) between 1 and 200),
  body text check (length(body) between 1 and 5000),
  primary key (firm_id, email, language)
);
comment on table client_email_words is 'The firm''s own words of emails to clients, with fields as {{name}}.';
comment on column client_email_words.subject is 'NULL: Foyer''s own words. So for body.';
-- Clients' actions cause emails to them.
call protect_firm_table('client_email_words', clients => 'true', clients_write => 'false');

create table reminders (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
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
comment on table reminders is 'Each time an invited client was reminded by email of what is missing.';
comment on column reminders.step is 'Position in the firm''s schedule, each used once; NULL for a reminder sent by hand.';
create unique index reminders_once_a_step on reminders (firm_id, invitation_id, step) where step is not null;
create index reminders_of_invitation on reminders (firm_id, invitation_id, reminded_at);
create index reminders_of_matter on reminders (firm_id, matter_id, id desc);
create index reminders_in_order on reminders (firm_id, reminded_at, matter_id);
call protect_firm_table('reminders', clients => 'false');

create table notifications (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  matter_id record_id not null,
  kind text not null check (kind in (
    'started', 'invitation_opened', 'submitted', 'changed', 'corrected', 'document_added', 'message', 'mail_failed', 'stalled',
    'sharing_paused')),
  about text not null,
  notified_at timestamptz not null,
  primary key (firm_id, matter_id, kind, about),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade
);
comment on table notifications is 'What staff were notified of: a row is claimed before the notification is sent, so that it is sent once.';
comment on column notifications.about is 'The event, invitation, document, or email; for changes after submission, stalls, and pauses of sharing, their time.';
call protect_firm_table('notifications', clients => 'false', clients_write => 'true', helpers => 'false', helpers_write => 'true');

create table staff_notifications (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  matter_id record_id,
  inquiry_id record_id,
  user_id record_id not null,
  kind text not null check (kind in (
    'started', 'invitation_opened', 'submitted', 'submitted_again', 'changed', 'corrected', 'document_added', 'message',
    'mail_failed', 'stalled', 'sharing_paused', 'mentioned', 'access_changed', 'inquiry')),
  about text not null,
  notified_at timestamptz not null,
  read_at timestamptz,
  waits_for_digest boolean not null default false,
  check (matter_id is null or inquiry_id is null),
  unique nulls not distinct (firm_id, matter_id, user_id, kind, about),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade,
  foreign key (firm_id, inquiry_id) references inquiries (firm_id, id) on delete cascade
);
comment on table staff_notifications is 'Each member of staff''s notifications in the console, with or without an email.';
comment on column staff_notifications.matter_id is 'NULL for an inquiry, which belongs to no matter yet.';
comment on column staff_notifications.about is 'As in notifications; for a mention, the note; for an inquiry, the inquiry.';
comment on column staff_notifications.waits_for_digest is 'Whether the user''s next daily summary counts it.';
create index staff_notifications_of_user on staff_notifications (firm_id, user_id, notified_at desc, matter_id);
create index staff_notifications_unread on staff_notifications (firm_id, user_id) where read_at is null;
create index staff_notifications_for_digest on staff_notifications (firm_id, user_id) where waits_for_digest;
create index staff_notifications_of_inquiry on staff_notifications (firm_id, inquiry_id) where inquiry_id is not null;
create index staff_notifications_to_prune on staff_notifications (notified_at);
call protect_firm_table('staff_notifications', clients => 'false');

create table digests (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  user_id record_id not null,
  day date not null,
  primary key (firm_id, user_id),
  foreign key (firm_id, user_id) references users (firm_id, id) on delete cascade
);
comment on table digests is 'The last day, in the firm''s time zone, handled for a member of staff. A day is claimed before its summary is queued.';
call protect_firm_table('digests');

create function unread_notifications() returns integer language sql stable
  return (select count(*)::integer from (
    select from staff_notifications n left join matters m on m.firm_id = n.firm_id and m.id = n.matter_id
      join users u on u.firm_id = n.firm_id and u.id = n.user_id
     where n.firm_id = current_firm() and n.user_id = current_actor() and n.read_at is null
       and (m.id is not null or n.inquiry_id is not null)
       and (u.role = 'admin' or not u.assigned_matters_only or m.assignee_id = u.id)
    union all
    select from draft_mentions
     where firm_id = current_firm() and user_id = current_actor() and read_at is null
     limit 100) unread);
comment on function unread_notifications is 'How many visible notifications, and mentions in drafts, the acting user has not read, counted up to 100.';

create table events (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  event_type text not null,
  matter_id record_id not null,
  user_id record_id not null default current_actor(),
  request_id text,
  occurred_at timestamptz not null,
  payload text not null,
  primary key (firm_id, id),
  foreign key (firm_id, user_id) references users (firm_id, id)
);
comment on table events is 'What happened to a matter, recorded in the transaction that caused it. Append-only.';
comment on column events.matter_id is 'No foreign key: an event outlives a deleted matter.';
comment on column events.request_id is 'The request that caused it, for log lines about its consequences; NULL if none did.';
comment on column events.payload is 'The webhook body, byte for byte, fixed when the event is recorded; without personal data.';
create index events_of_matter on events (firm_id, matter_id, occurred_at desc, id desc);
create index events_newest_first_by_time on events (firm_id, occurred_at desc, id desc);
create index events_by_type on events (firm_id, event_type, occurred_at desc, id desc) include (matter_id);
-- Removing a user looks for events that still name it.
create index events_of_user on events (firm_id, user_id);
call protect_firm_table('events', helpers => 'false', helpers_write => 'true');
call move_revision_with('events', 'all');

-- Orders a firm's events: each transaction that records one locks the firm's row here until it commits, so that neither
-- ids nor times go backward in the order in which events become visible.
create table event_heads (
  firm_id text collate "C" primary key default current_firm() references firms (id) on delete cascade,
  last_event_id record_id not null,
  last_occurred_at timestamptz not null
);
comment on table event_heads is 'The last event of each firm: the next one has a later id, and no earlier time.';
call protect_firm_table('event_heads', clients => 'true');

-- How many events there are, and where a distant page begins, counted by stretches of a few thousand. Events are only
-- appended, one transaction of a firm after another, so that no transaction waits for the last stretch.
create table event_counts (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  occurred_at timestamptz not null,
  id record_id not null,
  events integer not null,
  primary key (firm_id, occurred_at, id)
);
comment on table event_counts is 'Number of events by stretches of a firm''s events, each from occurred_at and id to where the next begins.';
call protect_firm_table('event_counts');

create function count_event() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  event constant events := coalesce(new, old);
  length constant integer := 2048;
begin
  update event_counts c set events = c.events + case tg_op when 'INSERT' then 1 else -1 end
    from (select occurred_at, id from event_counts
           where firm_id = event.firm_id and (occurred_at, id) <= (event.occurred_at, event.id)
           order by occurred_at desc, id desc limit 1) held
   where c.firm_id = event.firm_id and c.occurred_at = held.occurred_at and c.id = held.id
     and (tg_op = 'DELETE' or c.events < length);
  if tg_op = 'INSERT' and not found then
    insert into event_counts (firm_id, occurred_at, id, events) values (event.firm_id, event.occurred_at, event.id, 1);
  end if;
  return null;
end $$;
alter function count_event owner to foyer_platform;
revoke all on function count_event from public;
create trigger counted after insert or delete on events for each row execute function count_event();

create table webhook_endpoints (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  url text not null,
  event_types text[] not null,
  description text not null default '',
  headers_sealed text not null,
  header_names text[] not null default '{}',
  secret_sealed text not null,
  previous_secret_sealed text,
  previous_secret_until timestamptz,
  created_by record_id default current_actor(),
  is_by_key boolean not null default false,
  created_at timestamptz not null,
  paused_at timestamptz,
  disabled_at timestamptz,
  disabled_reason text,
  removed_at timestamptz,
  first_failure_at timestamptz,
  last_failure_at timestamptz,
  last_success_at timestamptz,
  primary key (firm_id, id)
);
comment on table webhook_endpoints is 'Where a firm''s software receives events.';
comment on column webhook_endpoints.is_by_key is 'Created through the API; API keys may remove only these.';
comment on column webhook_endpoints.previous_secret_until is 'During a secret rotation both secrets sign, for 24 hours.';
comment on column webhook_endpoints.paused_at is 'While paused, deliveries are created and wait.';
comment on column webhook_endpoints.disabled_at is 'While disabled, no deliveries are created; staff resume the endpoint and recover what it missed.';
comment on column webhook_endpoints.first_failure_at is 'Start of the current run of failures; NULL after a success.';
comment on column webhook_endpoints.header_names is 'Names of the firm''s own headers, for staff; their values are only in headers_sealed.';
call protect_firm_table('webhook_endpoints');

create table deliveries (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  endpoint_id record_id not null,
  event_id record_id not null,
  matter_id record_id,
  event_type text not null,
  is_test boolean not null default false,
  payload text not null,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'delivered', 'failed', 'cancelled')),
  attempts integer not null default 0,
  schedule_step integer not null default 0,
  next_try_at timestamptz,
  claimed_until timestamptz,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (firm_id, id),
  foreign key (firm_id, endpoint_id) references webhook_endpoints (firm_id, id) on delete cascade
);
comment on table deliveries is 'One event''s delivery to one endpoint: the firm''s delivery log.';
comment on column deliveries.payload is 'The bytes sent on every attempt: the event''s own payload, or that of a test event.';
comment on column deliveries.attempts is 'Total number of attempts, and the number of the last one.';
comment on column deliveries.claimed_until is 'A worker is sending it; if the worker dies, the delivery is due again after this time.';
comment on column deliveries.schedule_step is 'Position in the schedule of attempts; a resend starts over.';
create unique index deliveries_once on deliveries (firm_id, endpoint_id, event_id);
create index deliveries_of_endpoint on deliveries (firm_id, endpoint_id, id desc);
create index deliveries_waiting on deliveries (firm_id, endpoint_id, next_try_at) where state = 'waiting' and not is_test;
create index deliveries_tests_waiting on deliveries (created_at) where state = 'waiting' and is_test;
create index deliveries_sending on deliveries (firm_id, endpoint_id, claimed_until) where state = 'sending';
create index deliveries_to_prune on deliveries (finished_at) where finished_at is not null;
call protect_firm_table('deliveries', clients => 'false');

create table delivery_attempts (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  delivery_id record_id not null,
  number integer not null check (number > 0),
  started_at timestamptz not null,
  duration_ms integer not null,
  status integer,
  fault text,
  request_headers jsonb not null,
  response_excerpt text not null default '',
  primary key (firm_id, delivery_id, number),
  foreign key (firm_id, delivery_id) references deliveries (firm_id, id) on delete cascade
);
comment on table delivery_attempts is 'Each attempt of a delivery: what was sent, what came back, how long it took.';
comment on column delivery_attempts.status is 'HTTP status of the response; NULL if none arrived.';
comment on column delivery_attempts.request_headers is 'Without the values of the firm''s own headers.';
create function is_delivery_in_view(delivery text) returns boolean language plpgsql stable as
  $$ begin return current_viewer() is null or exists (select from deliveries where id = delivery); end $$;
comment on function is_delivery_in_view is 'Whether no restriction hides the delivery''s matter from the current viewer.';
call protect_firm_table('delivery_attempts', clients => 'false', restricted => 'is_delivery_in_view(delivery_id)');
