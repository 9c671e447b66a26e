-- Says what the chain of the audit log shows, and what it does not (migration 0020 said too much).
comment on column audit_entries.hash is 'SHA-256 of the entry as server/audit/chain.ts writes it. It has no key: who rewrites all that follows too is found only by an end noted elsewhere, as the program''s log does daily.';
comment on table audit_heads is 'The last entry of each firm''s audit log. Entries cut off its end are missed, unless this row was set back as well; then an end noted elsewhere shows it.';
