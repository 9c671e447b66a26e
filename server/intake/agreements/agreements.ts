// Texts that a firm's clients sign, such as an engagement letter. Versions are immutable: changing the text creates a
// new version, so a signature always refers to the text that was signed.
import { createHash } from "node:crypto"
import { isBlank, type Language, type Text } from "../../definition/text.ts"
import { json, type Sql, sql, type Tx } from "../../platform/db/sql.ts"
import { badRequest, type Fault } from "../../platform/errors.ts"
import { newId } from "../../platform/ids.ts"

export interface AgreementText {
  title: { en: string; es: string }
  text: { en: string; es: string }
}

export interface AgreementRules {
  /** The questionnaires whose clients sign it. */
  questionnaire_ids: readonly string[]
  /** Whether both of two clients must sign, rather than one for both. */
  by_both: boolean
  /** Limits it to matters with two clients. */
  only_for_two: boolean
  /** Whether the firm expects the signatures; a missing one is an open item of the submission. */
  is_required: boolean
  /** Whether required signatures must exist before clients submit. */
  before_sending: boolean
  /** Whether clients see it. Does not affect existing signatures. */
  is_active: boolean
}

export interface Agreement extends AgreementText, AgreementRules {
  id: string
  version: number
  /** Signatures of earlier versions do not count. */
  least_version: number
  published_at: Date
  /** The number of signatures of all versions. */
  signatures: number
}

export const max_title_length = 200
export const max_text_length = 50_000

const columns = sql`
  select a.id, a.current_version as version, a.least_version, a.questionnaire_ids, a.by_both,
         a.only_for_two, a.is_required, a.before_sending, a.is_active, v.title, v.text, v.published_at,
         (select count(*) from signatures s where s.agreement_id = a.id) as signatures
    from agreements a join agreement_versions v on v.agreement_id = a.id and v.version = a.current_version`

/** The firm's agreements in their current versions, active ones first. */
export function listAgreements(tx: Tx): Promise<Agreement[]> {
  return tx.all(sql`${columns} order by a.is_active desc, a.id`)
}

/** One agreement in its current version; throws "not found". */
export function getAgreement(tx: Tx, id: string): Promise<Agreement> {
  return tx.one(sql`${columns} where a.id = ${id}`)
}

/** Creates an agreement and returns its id; throws "bad request" with all faults. */
export async function createAgreement(tx: Tx, text: AgreementText, rules: AgreementRules): Promise<string> {
  checkText(text, rules)
  const id = newId("agreement")
  await tx.run(sql`
    insert into agreements (id, questionnaire_ids, by_both, only_for_two, is_required, before_sending, is_active,
                            created_at)
    values (${id}, ${rules.questionnaire_ids}::text[], ${rules.by_both}, ${rules.only_for_two},
            ${rules.is_required}, ${rules.before_sending}, ${rules.is_active}, ${tx.now})`)
  await addVersion(tx, id, 1, text)
  return id
}

/**
 * Changes the rules and, if the text differs, adds a version. With `sign_again`, signatures of earlier versions no
 * longer count. Returns the current version number. Throws "bad request" with all faults, or "not found".
 */
export async function changeAgreement(
  tx: Tx,
  id: string,
  text: AgreementText,
  rules: AgreementRules,
  sign_again: boolean,
): Promise<number> {
  checkText(text, rules)
  await tx.one(sql`select id from agreements where id = ${id} for update`)
  const before = await getAgreement(tx, id)
  const isSame = languages.every((lang) => hashOf(before, lang).equals(hashOf(text, lang)))
  const version = isSame ? before.version : before.version + 1
  if (!isSame) await addVersion(tx, id, version, text)
  await tx.run(sql`
    update agreements a
       set current_version = ${version}, questionnaire_ids = ${rules.questionnaire_ids}::text[],
           by_both = ${rules.by_both}, only_for_two = ${rules.only_for_two}, is_required = ${rules.is_required},
           before_sending = ${rules.before_sending}, is_active = ${rules.is_active},
           least_version = case when ${sign_again && !isSame}::boolean then ${version} else least_version end,
           expected_during = expected_during || ${expectedDuring(tx, rules)}
     where id = ${id}`)
  return version
}

/** SQL: by questionnaire, when agreement `a` was active for it, and will be by the new rules. */
function expectedDuring(tx: Tx, { is_active, questionnaire_ids }: AgreementRules): Sql {
  return sql`
    (select coalesce(jsonb_object_agg(of.id, (case when ${is_active}::boolean and of.id = any(${questionnaire_ids}::text[])
                                                   then of.during + of.from_now else of.during - of.from_now end)::text), '{}')
       from (select q.id, tstzmultirange(tstzrange(${tx.now}, null)) as from_now,
                    coalesce((a.expected_during ->> q.id)::tstzmultirange,
                             case when a.is_active and q.id = any(a.questionnaire_ids)
                                  then tstzmultirange(tstzrange(a.created_at, null)) else '{}' end) as during
               from unnest(a.questionnaire_ids || ${questionnaire_ids}::text[]) as q (id)) of)`
}

const languages: readonly Language[] = ["en", "es"]

async function addVersion(
  tx: Tx,
  id: string,
  version: number,
  { title, text }: AgreementText,
): Promise<void> {
  await tx.run(sql`
    insert into agreement_versions (agreement_id, version, title, text, published_at)
    values (${id}, ${version}, ${json(title)}, ${json(text)}, ${tx.now})`)
}

/** The language that a reader of `language` signs in: the other one if the agreement does not have theirs. */
export function languageSigned({ title, text }: AgreementText, language: Language): Language {
  if (title[language].trim() !== "" && text[language].trim() !== "") return language
  return language === "en" ? "es" : "en"
}

/** SHA-256 of the title, an empty line and the text in one language, encoded as UTF-8. */
export function hashOf({ title, text }: AgreementText, language: Language): Buffer {
  return createHash("sha256").update(`${title[language]}\n\n${text[language]}`, "utf8").digest()
}

/** Whether the text still has placeholders in double brackets for the firm to replace. */
export function hasPlaceholders({ title, text }: AgreementText): boolean {
  return [title.en, title.es, text.en, text.es].some((each) => {
    const start = each.indexOf("[[")
    return start !== -1 && each.includes("]]", start + 2)
  })
}

function checkText({ title, text }: AgreementText, { is_active }: AgreementRules): void {
  const faults: Fault[] = []
  const fault = (param: string, message: string) => faults.push({ param, code: "unknown_value", message })
  for (const lang of languages) {
    const [has_title, has_text] = [title[lang].trim() !== "", text[lang].trim() !== ""]
    if (title[lang].length > max_title_length)
      fault(`title_${lang}`, "Use at most 200 characters for the title.")
    if (text[lang].length > max_text_length)
      fault(`text_${lang}`, "Use at most 50,000 characters for the text.")
    if (has_title && !has_text) fault(`text_${lang}`, "Enter the text, or leave the title blank as well.")
    if (has_text && !has_title) fault(`title_${lang}`, "Enter the title, or leave the text blank as well.")
  }
  if (isBlank(title as Text) && isBlank(text as Text)) {
    fault("title_en", "Enter the title, in English or in Spanish.")
    fault("text_en", "Enter the text for clients to sign.")
  }
  if (is_active && hasPlaceholders({ title, text })) {
    fault("is_active", "Replace or remove everything in [[double brackets]] before you activate this text.")
  }
  if (faults.length > 0) throw badRequest(faults)
}
