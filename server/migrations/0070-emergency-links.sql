-- Where staff sign in through an identity provider alone, a link to set a password opens nothing but by command.
alter table setup_links add column is_emergency boolean not null default false;
comment on column setup_links.is_emergency is 'Made by command, for when the identity provider is down: it works where single sign-on is required.';
