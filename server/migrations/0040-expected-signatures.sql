-- A signature counts for the person who gave it, so that the next spouse of a client signs the same version, too.
alter table signatures
  drop constraint signatures_firm_id_matter_id_agreement_id_version_party_key,
  add constraint signatures_once unique (firm_id, matter_id, agreement_id, version, party, contact_id);

-- A matter that was submitted while an agreement was not active for its questionnaire does not expect it.
alter table agreements add column expected_during jsonb not null default '{}';
comment on column agreements.expected_during is 'By questionnaire, when the agreement was active for it, as text of a tstzmultirange; for a questionnaire that is not named, since created_at.';
