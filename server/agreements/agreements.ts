// Texts of a firm that its clients sign, such as an engagement letter. The words stand in versions that are never
// changed: a changed text is a new version, and what was signed stays what it was.
import { createHash } from "node:crypto"
import type { Approach } from "../definition/definition.ts"
import type { Language, Text } from "../definition/text.ts"
import { isBlank } from "../definition/text.ts"
import type { Tx } from "../platform/db/database.ts"
import { json, sql } from "../platform/db/sql.ts"
import { badRequest, type Fault } from "../platform/errors.ts"
import { newId } from "../platform/ids.ts"

export interface Words {
  title: { en: string; es: string }
  text: { en: string; es: string }
}

export interface Rules {
  /** Of the questionnaires it belongs to; none for any. */
  approaches: readonly Approach[]
  /** The questionnaires it belongs to; none for any. */
  questionnaire_ids: readonly string[]
  /** Whether each of two clients signs, or one for both. */
  by_both: boolean
  /** Whether it belongs to matters of two clients only. */
  only_for_two: boolean
  /** Whether answers can only be sent once it is signed. */
  is_required: boolean
  /** Whether clients meet it. What was signed stays signed. */
  is_active: boolean
}

export interface Agreement extends Words, Rules {
  id: string
  version: number
  /** Signatures of earlier versions do not count. */
  least_version: number
  published_at: Date
  /** How many have signed any version of it. */
  signatures: number
}

const longest_title = 200
export const longest_text = 50_000

const columns = sql`
  select a.id, a.current_version as version, a.least_version, a.approaches, a.questionnaire_ids, a.by_both,
         a.only_for_two, a.is_required, a.is_active, v.title, v.text, v.published_at,
         (select count(*) from signatures s where s.agreement_id = a.id) as signatures
    from agreements a join agreement_versions v on v.agreement_id = a.id and v.version = a.current_version`

/** The firm's texts, those that clients meet first, each in its current version. */
export function listAgreements(tx: Tx): Promise<Agreement[]> {
  return tx.all(sql`${columns} order by a.is_active desc, a.id`)
}

/** One of them; throws "not found". */
export function getAgreement(tx: Tx, id: string): Promise<Agreement> {
  return tx.one(sql`${columns} where a.id = ${id}`)
}

/** Makes a text to be signed and returns its id. Throws "bad request" naming every fault. */
export async function createAgreement(tx: Tx, words: Words, rules: Rules): Promise<string> {
  requireWords(words, rules)
  const id = newId("agreement")
  await tx.run(sql`
    insert into agreements (id, approaches, questionnaire_ids, by_both, only_for_two, is_required, is_active,
                            created_at)
    values (${id}, ${rules.approaches}::text[], ${rules.questionnaire_ids}::text[], ${rules.by_both},
            ${rules.only_for_two}, ${rules.is_required}, ${rules.is_active}, ${tx.now})`)
  await addVersion(tx, id, 1, words)
  return id
}

/**
 * Changes rules, and makes a new version where the words are others. With `sign_again`, signatures of earlier versions
 * no longer count. Returns the current version. Throws "bad request" naming every fault, "not found".
 */
export async function changeAgreement(
  tx: Tx,
  id: string,
  words: Words,
  rules: Rules,
  sign_again: boolean,
): Promise<number> {
  requireWords(words, rules)
  await tx.one(sql`select id from agreements where id = ${id} for update`)
  const before = await getAgreement(tx, id)
  const isSame = languages.every((lang) => hashOf(before, lang).equals(hashOf(words, lang)))
  const version = isSame ? before.version : before.version + 1
  if (!isSame) await addVersion(tx, id, version, words)
  await tx.run(sql`
    update agreements
       set current_version = ${version}, approaches = ${rules.approaches}::text[],
           questionnaire_ids = ${rules.questionnaire_ids}::text[], by_both = ${rules.by_both},
           only_for_two = ${rules.only_for_two}, is_required = ${rules.is_required}, is_active = ${rules.is_active},
           least_version = case when ${sign_again && !isSame}::boolean then ${version} else least_version end
     where id = ${id}`)
  return version
}

const languages: readonly Language[] = ["en", "es"]

async function addVersion(tx: Tx, id: string, version: number, { title, text }: Words): Promise<void> {
  await tx.run(sql`
    insert into agreement_versions (agreement_id, version, title, text, published_at)
    values (${id}, ${version}, ${json(title)}, ${json(text)}, ${tx.now})`)
}

/** The language in which a reader of `language` signs: the other one where there are no words in it. */
export function languageSigned({ title, text }: Words, language: Language): Language {
  if (title[language].trim() !== "" && text[language].trim() !== "") return language
  return language === "en" ? "es" : "en"
}

/** SHA-256 of the title, an empty line and the text in one language, as UTF-8. */
export function hashOf({ title, text }: Words, language: Language): Buffer {
  return createHash("sha256").update(`${title[language]}\n\n${text[language]}`, "utf8").digest()
}

/** Whether a text still holds what its firm was to replace. */
export function hasGaps({ title, text }: Words): boolean {
  return [title.en, title.es, text.en, text.es].some((words) => /\[\[[\s\S]*?\]\]/.test(words))
}

/** A form's text as it is kept: line ends as one sign, nothing around it. */
export function tidy(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n").normalize("NFC").trim()
}

function requireWords({ title, text }: Words, { is_active }: Rules): void {
  const faults: Fault[] = []
  const fault = (param: string, message: string) => faults.push({ param, code: "unknown_value", message })
  for (const lang of languages) {
    const [has_title, has_text] = [title[lang].trim() !== "", text[lang].trim() !== ""]
    if (title[lang].length > longest_title)
      fault(`title_${lang}`, "Use at most 200 characters for the title.")
    if (text[lang].length > longest_text) fault(`text_${lang}`, "Use at most 50,000 characters for the text.")
    if (has_title && !has_text) fault(`text_${lang}`, "Write the text, or leave the title blank as well.")
    if (has_text && !has_title) fault(`title_${lang}`, "Enter the title, or leave the text blank as well.")
  }
  if (isBlank(title as Text) && isBlank(text as Text)) {
    fault("title_en", "Enter the title, in English or in Spanish.")
    fault("text_en", "Write the text that clients sign.")
  }
  if (is_active && hasGaps({ title, text })) {
    fault("is_active", "Replace or remove what stands in [[double brackets]] before clients meet this text.")
  }
  if (faults.length > 0) throw badRequest(faults)
}
