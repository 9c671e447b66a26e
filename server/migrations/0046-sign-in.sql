-- Attempts to sign in are counted by address and by network, whether or not the address belongs to anybody: no firm is
-- known yet, so the table is the installation's, and only the platform role reaches it.
create table sign_in_attempts (
  key text primary key,
  failures integer not null,
  last_failed_at timestamptz not null
);
comment on table sign_in_attempts is 'How often signing in failed lately, by what is limited: an address, a network, a person.';
comment on column sign_in_attempts.key is 'Keyed hash of what is limited.';
create index sign_in_attempts_by_age on sign_in_attempts (last_failed_at);
grant select, insert, update, delete on sign_in_attempts to foyer_platform;

drop table sign_in_tries;
alter table users drop column failed_sign_ins, drop column sign_in_blocked_until;
