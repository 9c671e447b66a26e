alter table invitations add column claimed_at timestamptz;
comment on column invitations.claimed_at is 'When the present link first signed a browser in; NULL again once it is renewed.';
update invitations set claimed_at = started_at;
