-- Failed sign-ins of staff, counted where they come from: a stranger's tries slow the stranger, never a browser on
-- which the owner has signed in before.
create table sign_in_tries (
  firm_id record_id not null default current_firm() references firms (id) on delete cascade,
  user_id record_id not null,
  source text not null,
  failures integer not null,
  last_failed_at timestamptz not null,
  primary key (firm_id, user_id, source),
  foreign key (firm_id, user_id) references users (firm_id, id) on delete cascade
);
comment on table sign_in_tries is 'How often signing in as a member of staff failed lately, by where the tries came from.';
comment on column sign_in_tries.source is 'Keyed hash of a known browser or of a network, anywhere, or second_factor.';
call protect_firm_table('sign_in_tries');

alter table users add column second_factor_step bigint;
comment on column users.second_factor_sealed is 'Encrypted secret of the authenticator app; NULL without a second step.';
comment on column users.second_factor_step is 'Time step of the last code taken: no code is taken twice.';
comment on column users.recovery_code_hashes is 'SHA-256 of the recovery codes not yet used.';
