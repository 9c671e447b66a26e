-- Apps that describe themselves at the address that is their id.
alter table apps
  add column document_url text,
  add column expires_at timestamptz,
  add check ((document_url is null) = (expires_at is null));
comment on table apps is 'Apps and AI assistants that registered or describe themselves. What they may do, connections say.';
comment on column apps.id is 'Follows from the name and the addresses, or from document_url: the same app is the same row.';
comment on column apps.registered_at is 'When it last registered, within a day, or its description was read.';
comment on column apps.document_url is 'Where the app describes itself; NULL for one that registered.';
comment on column apps.expires_at is 'When to read the description again before anyone agrees to it.';
