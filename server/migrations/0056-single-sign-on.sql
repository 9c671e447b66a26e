-- Who a member of staff is to an identity provider, once they have come from there.
create table sign_in_identities (
  firm_id record_id not null default current_firm() references firms (id) on delete cascade,
  user_id record_id not null,
  issuer text not null,
  subject text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  primary key (firm_id, user_id, issuer),
  unique (firm_id, issuer, subject),
  foreign key (firm_id, user_id) references users (firm_id, id) on delete cascade
);
comment on table sign_in_identities is 'Accounts at an identity provider (OpenID Connect) that sign in as a member of staff.';
comment on column sign_in_identities.subject is 'The provider''s own, lasting name for the person; addresses may change hands, this does not.';
create index sign_in_identities_by_subject on sign_in_identities (issuer, subject);
call protect_firm_table('sign_in_identities');
