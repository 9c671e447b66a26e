-- A document of the firm's own, which came with its file: clients are not asked for it.
alter table document_requests add column is_from_firm boolean not null default false;
comment on column document_requests.is_from_firm is 'The firm added the document with its file, so nobody is asked for it.';
