-- Drafts have no comments. The release before reads the tables until the last of its processes has ended.
delete from draft_comments;
comment on table draft_comments is 'Empty, for the release before.';
comment on table draft_mentions is 'Empty, for the release before.';

create or replace function unread_notifications() returns integer language sql stable
  return (select count(*)::integer from (
    select from staff_notifications n left join matters m on m.firm_id = n.firm_id and m.id = n.matter_id
      join users u on u.firm_id = n.firm_id and u.id = n.user_id
     where n.firm_id = current_firm() and n.user_id = current_actor() and n.read_at is null
       and (m.id is not null or n.inquiry_id is not null)
       and (u.role = 'admin' or not u.assigned_matters_only or m.assignee_id = u.id)
     limit 100) unread);
comment on function unread_notifications is 'How many visible notifications the acting user has not read, counted up to 100.';
