-- A member of staff may hold several links to set a password: a new one ends those before it only where whoever makes
-- it says so.
create table setup_links (
  firm_id record_id not null default current_firm() references firms (id) on delete cascade,
  token_hash bytea not null,
  user_id record_id not null,
  expires_at timestamptz not null,
  primary key (firm_id, token_hash),
  foreign key (firm_id, user_id) references users (firm_id, id) on delete cascade
);
comment on table setup_links is 'One-time links with which members of staff set a password. A link that was used is gone.';
comment on column setup_links.token_hash is 'SHA-256 of what the link ends in.';
create index setup_links_by_token on setup_links (token_hash);
create index setup_links_by_user on setup_links (firm_id, user_id);
call protect_firm_table('setup_links');

insert into setup_links (firm_id, token_hash, user_id, expires_at)
  select firm_id, setup_token_hash, id, setup_token_expires_at from users
   where setup_token_hash is not null and setup_token_expires_at is not null;

drop index users_by_setup_token;
alter table users drop column setup_token_hash, drop column setup_token_expires_at;
