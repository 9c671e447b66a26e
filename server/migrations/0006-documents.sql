-- A file that was part of a submission outlives the asset it was uploaded for: that submission still lists it.
alter table documents
  drop constraint documents_check,
  add check (request_id is null or asset_id is null),
  drop constraint documents_firm_id_asset_id_fkey,
  add foreign key (firm_id, asset_id) references assets (firm_id, id) on delete set null (asset_id);
comment on column documents.asset_id is 'The asset it belongs to. Neither request nor asset: the asset was removed.';
create index documents_to_sweep on documents (firm_id, id)
  where removed_at is not null or (request_id is null and asset_id is null);
