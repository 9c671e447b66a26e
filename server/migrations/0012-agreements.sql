-- Texts of a firm that its clients sign, and what was signed: who, what exactly, when and from where.

create table agreements (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  current_version integer not null default 1 check (current_version > 0),
  least_version integer not null default 1 check (least_version between 1 and current_version),
  approaches text[] not null default '{}',
  questionnaire_ids text[] not null default '{}',
  by_both boolean not null default true,
  is_required boolean not null default true,
  is_active boolean not null default true,
  created_at timestamptz not null,
  primary key (firm_id, id)
);
comment on table agreements is 'Texts that clients sign, such as an engagement letter; their words are in agreement_versions.';
comment on column agreements.least_version is 'Signatures of earlier versions do not count: the firm asked everyone again.';
comment on column agreements.approaches is 'Of the questionnaires it belongs to; empty for any.';
comment on column agreements.questionnaire_ids is 'The questionnaires it belongs to; empty for any. One that is archived stays named.';
comment on column agreements.by_both is 'Whether each of two clients signs, or one for both.';
call protect_firm_table('agreements', clients_see => 'true', clients_write => '(select current_matter()) is null');

create table agreement_versions (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  agreement_id record_id not null,
  version integer not null check (version > 0),
  title jsonb not null,
  text jsonb not null,
  published_by record_id default current_actor(),
  published_at timestamptz not null,
  primary key (firm_id, agreement_id, version),
  foreign key (firm_id, agreement_id) references agreements (firm_id, id) on delete cascade
);
comment on table agreement_versions is 'The words of an agreement, by language. A changed text is a new version; none is ever changed.';
call protect_firm_table('agreement_versions', clients_see => 'true', clients_write => '(select current_matter()) is null');

create table signatures (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  id record_id not null,
  matter_id record_id not null,
  agreement_id record_id not null,
  version integer not null,
  language text not null check (language in ('en', 'es')),
  text_sha256 bytea not null check (length(text_sha256) = 32),
  party text not null check (party in ('main', 'partner', 'representative')),
  contact_id record_id not null,
  name text not null check (length(name) between 1 and 200),
  strokes jsonb,
  account text not null,
  address text not null,
  device text not null,
  signed_by record_id not null default current_actor(),
  signed_at timestamptz not null,
  primary key (firm_id, id),
  unique (firm_id, matter_id, agreement_id, version, party),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade,
  foreign key (firm_id, agreement_id, version) references agreement_versions (firm_id, agreement_id, version)
);
comment on table signatures is 'What clients signed. A row is never changed; it goes with its matter.';
comment on column signatures.text_sha256 is 'Of the title, an empty line and the text in the language that was signed, as UTF-8.';
comment on column signatures.contact_id is 'Whose signature it is. No foreign key: it stays what was signed.';
comment on column signatures.name is 'As the signer typed it.';
comment on column signatures.strokes is 'The signature where it was drawn: lines of points in a field of 600 by 200. NULL where the typed name is the signature.';
comment on column signatures.account is 'Email address of the access it was signed from; empty for a link made without one.';
comment on column signatures.address is 'Network address it came from.';
call protect_firm_table('signatures');

create function refuse_change_of_signature() returns trigger language plpgsql as $$
begin raise insufficient_privilege using message = 'What was signed cannot be changed.'; end $$;
create trigger unchanged_signature before update on signatures for each row
  execute function refuse_change_of_signature();
create trigger unchanged_version before update on agreement_versions for each row
  execute function refuse_change_of_signature();

create table signature_requests (
  firm_id text collate "C" not null default current_firm() references firms (id) on delete cascade,
  matter_id record_id not null,
  agreement_id record_id not null,
  least_version integer not null check (least_version > 0),
  asked_by record_id default current_actor(),
  asked_at timestamptz not null,
  primary key (firm_id, matter_id, agreement_id),
  foreign key (firm_id, matter_id) references matters (firm_id, id) on delete cascade,
  foreign key (firm_id, agreement_id) references agreements (firm_id, id) on delete cascade
);
comment on table signature_requests is 'Where staff asked the clients of one matter to sign a newer version.';
call protect_firm_table('signature_requests');
