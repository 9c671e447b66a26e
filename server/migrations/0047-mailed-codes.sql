-- Codes by mail prove more than coming back: that a new address is one's own, and that the present one still is.
drop table sign_in_codes;
create table mailed_codes (
  firm_id record_id not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  user_id record_id not null,
  matter_id record_id,
  purpose text not null check (purpose in ('sign_in', 'proof', 'new_email')),
  email text not null,
  code_hash text not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  tries integer not null default 0,
  used_at timestamptz,
  primary key (firm_id, id),
  foreign key (firm_id, user_id) references users (firm_id, id) on delete cascade,
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade
);
comment on table mailed_codes is 'Six-digit codes sent by mail: to come back, to prove who changes a sign-in, to confirm a new address.';
comment on column mailed_codes.matter_id is 'The matter of a client; NULL for staff.';
comment on column mailed_codes.email is 'Where the code went; of a new address, what it confirms.';
comment on column mailed_codes.code_hash is 'Keyed hash of the code.';
create index mailed_codes_of_user on mailed_codes (firm_id, user_id, purpose, sent_at desc);
create index mailed_codes_of_matter on mailed_codes (firm_id, matter_id);
call protect_firm_table('mailed_codes');

-- Recovery codes made so far have 62 random bits and stay good until new ones are made.
alter table users add column recovery_codes_are_short boolean not null default false;
comment on column users.recovery_codes_are_short is 'The codes are from before they had 120 random bits: the account page asks for new ones.';
update users set recovery_codes_are_short = true where recovery_code_hashes <> '{}';
