-- Messages between a firm and its clients about a matter, by topic, and internal notes.

create table message_topics (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  matter_id record_id not null,
  subject text not null check (length(subject) between 1 and 200),
  question_id record_id,
  about record_id,
  waiting_since timestamptz,
  opened_by record_id default current_actor(),
  opened_at timestamptz not null,
  primary key (firm_id, id),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade
);
comment on table message_topics is 'Conversations between a firm and its clients, by topic.';
comment on column message_topics.question_id is 'The question it was opened from. No foreign key: the questionnaire may no longer ask it.';
comment on column message_topics.about is 'The client that question is about, if it is asked about each.';
comment on column message_topics.waiting_since is 'Time of the first client message the firm has not replied to; NULL if no reply is due.';
create index message_topics_of_matter on message_topics (firm_id, matter_id, id);
create index message_topics_waiting on message_topics (firm_id, matter_id) where waiting_since is not null;
call protect_firm_table('message_topics', clients => 'question_id is null or is_in_sight(question_id, about)');
call move_revision_with('message_topics');

create table messages (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  matter_id record_id not null,
  topic_id record_id not null,
  number integer not null check (number > 0),
  text_sealed text not null,
  is_from_client boolean not null,
  written_by record_id not null default current_actor(),
  written_at timestamptz not null,
  primary key (firm_id, id),
  unique (firm_id, topic_id, number),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade,
  foreign key (firm_id, topic_id) references message_topics (firm_id, id) on delete cascade
);
comment on table messages is 'Messages between the firm and its clients, encrypted.';
comment on column messages.number is 'Position in its topic, from 1 and without gaps: the last number a user saw is their read position.';
create index messages_of_matter on messages (firm_id, matter_id, written_at desc, id desc);
create function is_topic_in_sight(topic text) returns boolean language plpgsql stable as
  $$ begin return no_separate_answers() or exists (select from message_topics where id = topic); end $$;
comment on function is_topic_in_sight is 'Whether the session may see the topic of a conversation.';
call protect_firm_table('messages', clients => 'is_topic_in_sight(topic_id)');
call move_revision_with('messages');

create table message_reads (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  matter_id record_id not null,
  topic_id record_id not null,
  user_id record_id not null default current_actor(),
  last_number integer not null check (last_number > 0),
  read_at timestamptz not null,
  primary key (firm_id, topic_id, user_id),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade,
  foreign key (firm_id, topic_id) references message_topics (firm_id, id) on delete cascade
);
comment on table message_reads is 'How far each user has read a topic.';
create index message_reads_of_matter on message_reads (firm_id, matter_id, user_id);
call protect_firm_table('message_reads', clients => 'is_topic_in_sight(topic_id)');

-- Internal notes of staff. Clients see none of them.
create table notes (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  matter_id record_id not null,
  text text not null check (length(text) between 1 and 5000),
  assignee_id record_id,
  due_date date check (due_date is null or assignee_id is not null),
  done_at timestamptz,
  done_by record_id,
  written_by record_id default current_actor(),
  written_at timestamptz not null,
  primary key (firm_id, id),
  check ((done_at is null) = (done_by is null)),
  check (done_at is null or assignee_id is not null),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade
);
comment on table notes is 'Staff''s internal notes about a matter. A note with an assignee is a task.';
create index notes_of_matter on notes (firm_id, matter_id, written_at desc, id desc);
create index notes_to_do on notes (firm_id, assignee_id) where assignee_id is not null and done_at is null;
call protect_firm_table('notes', clients => 'false');

create table note_mentions (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  matter_id record_id not null,
  note_id record_id not null,
  user_id record_id not null,
  done_at timestamptz,
  primary key (firm_id, note_id, user_id),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade,
  foreign key (firm_id, note_id) references notes (firm_id, id) on delete cascade
);
comment on table note_mentions is 'Users a note mentions with an @, and when they marked it as done.';
create index note_mentions_open on note_mentions (firm_id, user_id) where done_at is null;
create index note_mentions_of_matter on note_mentions (firm_id, matter_id);
call protect_firm_table('note_mentions', clients => 'false');
