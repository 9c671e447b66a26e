-- What a member of staff typed and sent after their session had ended. It waits, sealed, until they are signed in again.
create table late_forms (
  firm_id record_id not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  user_id record_id not null,
  url text not null check (length(url) <= 2000),
  form_sealed text not null,
  created_at timestamptz not null,
  primary key (firm_id, id),
  foreign key (firm_id, user_id) references users (firm_id, id) on delete cascade
);
comment on table late_forms is 'Forms of the console that arrived after the session had ended, until their sender has signed in again; a day at most.';
comment on column late_forms.url is 'Where it was sent: path and query.';
comment on column late_forms.form_sealed is 'What was typed, urlencoded, sealed for its sender. Files are not in it.';
create index late_forms_of_user on late_forms (firm_id, user_id, created_at);
call protect_firm_table('late_forms');
call close_to_clients('late_forms');
