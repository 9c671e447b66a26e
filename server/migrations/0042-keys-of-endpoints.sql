alter table webhook_endpoints add column key_id record_id;
comment on column webhook_endpoints.key_id is 'The API key that created it; NULL for staff, and before keys were recorded. No foreign key: ended connections of apps are deleted some time, and their endpoints stay.';
