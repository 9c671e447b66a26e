-- Codes are in sign_in_codes and passwords on users.
alter table invitations
  drop column password_hash,
  drop column code_hash,
  drop column code_expires_at,
  drop column code_tries,
  drop column code_sent_at;
