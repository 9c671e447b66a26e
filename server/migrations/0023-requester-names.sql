-- A helper sees no invitation but their own, and yet may know which client asks for help.
create function requester_name(client text) returns text
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return (
    select coalesce(nullif(c.preferred_name, ''), nullif(c.first_name, ''), nullif(i.first_name, ''), i.email)
      from invitations i
      join matters m on m.firm_id = i.firm_id and m.id = i.matter_id
      left join contacts c on c.firm_id = i.firm_id
                          and c.id = case i.party when 'main' then m.contact_main_id when 'partner' then m.contact_spouse_id
                                                  when 'representative' then m.contact_representative_id end
     where i.firm_id = current_firm() and i.matter_id = helped_matter() and i.user_id = client
       and exists (select from handovers h where h.firm_id = i.firm_id and h.invitation_id = helping_invitation()
                                             and h.given_by = client)
     order by i.id desc limit 1);
end $$;
comment on function requester_name is 'The name of a client who handed over a part to the session''s helper; NULL in any other session.';
alter function requester_name owner to foyer_platform;
revoke all on function requester_name from public;
grant execute on function requester_name to foyer_firm;
