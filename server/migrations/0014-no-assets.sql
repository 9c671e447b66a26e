create table categories_without_assets (
  firm_id record_id not null default current_firm() references firms (id) on delete cascade,
  matter_id record_id not null,
  category_id record_id not null,
  declared_by record_id default current_actor(),
  declared_at timestamptz not null,
  primary key (firm_id, matter_id, category_id),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade
);
comment on table categories_without_assets is 'Financial categories of which the client said: I have none of these. Adding an asset takes the word back.';
call protect_firm_table('categories_without_assets');
