-- A face and a voice: how a member of staff introduces themselves to the clients of the matters assigned to them.
create table introductions (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  user_id record_id not null,
  title jsonb not null default '""',
  welcome jsonb not null default '""',
  photo text check (photo ~ '^data:image/(jpeg|png);base64,' and length(photo) <= 11000),
  primary key (firm_id, user_id),
  foreign key (firm_id, user_id) references users (firm_id, id) on delete cascade
);
comment on table introductions is 'How staff introduce themselves to their clients; removed when their account is deactivated.';
comment on column introductions.title is 'What they are, such as attorney, in each language.';
comment on column introductions.welcome is 'Two sentences to their clients, in each language.';
comment on column introductions.photo is 'A portrait as a data URL: small enough to stand in the page, so that it has no address of its own.';
create function has_visible_matter(assignee text) returns boolean language plpgsql stable as
  $$ begin return exists (select from matters where assignee_id = assignee); end $$;
comment on function has_visible_matter is 'Whether a matter that the caller can see is assigned to the user.';
call protect_firm_table('introductions', clients => 'has_visible_matter(user_id)', clients_write => 'false');
