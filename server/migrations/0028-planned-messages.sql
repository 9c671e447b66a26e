-- Messages that staff send later, and texts that they write again and again.

create table planned_messages (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  matter_id record_id not null,
  topic_id record_id,
  content_sealed text not null,
  send_at timestamptz not null,
  held_back text check (held_back in ('matter_closed', 'no_client')),
  written_by record_id not null default current_actor(),
  primary key (firm_id, id),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade,
  foreign key (firm_id, topic_id) references message_topics (firm_id, id) on delete cascade
);
comment on table planned_messages is 'Messages to clients that are sent at a later time. The row is gone once its message is written.';
comment on column planned_messages.id is 'The id that the message will have.';
comment on column planned_messages.topic_id is 'The topic that it replies in; NULL for a new one.';
comment on column planned_messages.content_sealed is 'Encrypted: the text and, for a new topic, its subject, as JSON.';
comment on column planned_messages.held_back is 'Why it was not sent at its time, as staff were told; NULL before.';
create index planned_messages_due on planned_messages (send_at) where held_back is null;
create index planned_messages_of_matter on planned_messages (firm_id, matter_id);
call protect_firm_table('planned_messages', clients => 'false');

create table stock_replies (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  language text not null,
  name text not null check (length(name) between 1 and 80),
  text text not null check (length(text) between 1 and 5000),
  changed_by record_id default current_actor(),
  changed_at timestamptz not null,
  primary key (firm_id, id)
);
comment on table stock_replies is 'Texts that staff insert into messages to clients, by language. Placeholders in braces are filled in then.';
create unique index stock_replies_by_name on stock_replies (firm_id, language, lower(name));
call protect_firm_table('stock_replies', clients => 'false');
