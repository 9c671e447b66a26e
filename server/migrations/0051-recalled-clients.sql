-- Names the invitation behind a page that a client had open, by what the page was given under seal: the session may be
-- gone from the browser and from here. Opens the firm and the matter for the transaction, as recall_session does; no
-- user. It proves nobody, so it leads to no more than a code sent by mail.
create function recall_client(client text, matter text)
returns table (firm_id text, invitation_id text, matter_id text, user_id text, is_revoked boolean, is_suspended boolean)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select i.firm_id, i.id, i.matter_id, i.user_id, i.revoked_at is not null, f.suspended_at is not null
    into firm_id, invitation_id, matter_id, user_id, is_revoked, is_suspended
    from invitations i
    join firms f on f.id = i.firm_id
   where i.matter_id = matter and i.user_id = client
   order by i.id desc limit 1;
  if found then
    perform set_config('foyer.firm_id', firm_id, true), set_config('foyer.matter_id', matter_id, true);
    return next;
  end if;
end $$;
alter function recall_client owner to foyer_platform;
revoke all on function recall_client from public;
grant execute on function recall_client to foyer_firm;
