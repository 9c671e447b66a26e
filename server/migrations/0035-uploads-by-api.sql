alter table unfinished_uploads add column target jsonb;
comment on column unfinished_uploads.target is 'What the firm''s software sends the file for, and the checksum it promises; NULL for an upload of a page, which section_id and path name.';
