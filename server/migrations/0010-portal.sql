create table section_reviews (
  firm_id record_id not null default current_firm() references firms (id) on delete cascade,
  matter_id record_id not null,
  section_id record_id not null,
  reviewed_by record_id default current_actor(),
  reviewed_at timestamptz not null,
  primary key (firm_id, matter_id, section_id),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade
);
comment on table section_reviews is 'Sections whose check page the client has confirmed: what the task list calls completed.';
call protect_firm_table('section_reviews');

create table sign_in_codes (
  firm_id record_id not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  matter_id record_id not null,
  invitation_id record_id not null,
  code_hash text not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  tries integer not null default 0,
  used_at timestamptz,
  primary key (firm_id, id),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade,
  foreign key (firm_id, invitation_id) references invitations (firm_id, id) on delete cascade
);
comment on table sign_in_codes is 'Six-digit codes mailed to clients who come back; only the newest counts, and rows limit how many are sent.';
comment on column sign_in_codes.code_hash is 'Keyed hash: six digits alone could be guessed from any plain one.';
create index sign_in_codes_newest_first on sign_in_codes (firm_id, invitation_id, sent_at desc);
call protect_firm_table('sign_in_codes');

-- Names the invitation behind a client session that has ended, so that its browser can be asked for a code instead
-- of for the link. Opens the firm and the matter for the transaction, as authenticate_invitation does; no user.
create function recall_session(hash bytea)
returns table (firm_id text, invitation_id text, matter_id text, user_id text, is_revoked boolean, is_suspended boolean)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select s.firm_id, i.id, s.matter_id, s.user_id, i.revoked_at is not null, f.suspended_at is not null
    into firm_id, invitation_id, matter_id, user_id, is_revoked, is_suspended
    from sessions s
    join invitations i on i.firm_id = s.firm_id and i.matter_id = s.matter_id and i.user_id = s.user_id
    join firms f on f.id = s.firm_id
   where s.token_hash = hash
   order by i.id desc limit 1;
  if found then
    perform set_config('foyer.firm_id', firm_id, true), set_config('foyer.matter_id', matter_id, true);
    return next;
  end if;
end $$;
alter function recall_session owner to foyer_platform;
revoke all on function recall_session from public;
grant execute on function recall_session to foyer_firm;
