-- Subjects of messages are sealed like their texts.

alter table message_topics add column subject_sealed text;
comment on column message_topics.subject is 'The word that the release before shows. The subject of a topic that an earlier release opened.';
comment on column message_topics.subject_sealed is 'The subject, encrypted. NULL for a topic that an earlier release opened.';
