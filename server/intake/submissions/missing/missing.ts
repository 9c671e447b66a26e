import type { Section } from "../../../definition/definition.ts"
import { relationshipLabel } from "../../../definition/people/relationships.ts"
import { type Language, textIn } from "../../../definition/text.ts"
import type { Tx } from "../../../platform/db/sql.ts"
import type { KeyRing } from "../../../platform/secrets/key-ring.ts"
import { languageSigned } from "../../agreements/agreements.ts"
import type { ToSign } from "../../agreements/signing.ts"
import type { AssetRecord } from "../../assets/assets.ts"
import type { PersonRow } from "../../contacts/contacts.ts"
import { type LoadedMatter, loadMatter } from "../loaded-matter.ts"
import type { IncompleteShare } from "../review/shares.ts"
import type { Missing } from "./missing-answer.ts"
import { missingSentence, roleFor, sharesSentence, signatureSentence } from "./missing-sentences.ts"
import { listRequestAnswers, type OpenItem, openDocuments, openSignatures } from "./open-items.ts"
import { isMissing, type MatterState, type Part, partsIn } from "./parts.ts"

/** Whether a matter can be submitted. Every page, email and check that says so asks `readReadiness`. */
export interface Readiness {
  /** Everything required that was not given, in questionnaire order. Empty when the matter can be submitted. */
  missing: Missing[]
  /** What may come later. */
  open: OpenItem[]
}

/** What `readReadiness` finds missing. */
export async function findMissing(
  tx: Tx,
  ring: KeyRing,
  matter_id: string,
  language: Language = "en",
): Promise<Missing[]> {
  return (await readReadiness(loadMatter(tx, ring, matter_id), language)).missing
}

/**
 * What is missing, and what is open. Hidden parts, agenda items and documents that the client will bring or doesn't have
 * are not missing. Throws "not found".
 */
export async function readReadiness(loaded: LoadedMatter, language: Language = "en"): Promise<Readiness> {
  const [
    { definition, facts, today, ...visibility },
    in_doubt,
    matter,
    people,
    answers,
    assignments,
    requests,
    assets,
    shares,
    unfinished,
    agenda,
    toSign,
  ] = await Promise.all([
    loaded.visibility(),
    loaded.in_doubt(),
    loaded.row(),
    loaded.people(),
    loaded.answers(),
    loaded.assignments(),
    loaded.requestStates(),
    loaded.assets(),
    loaded.incompleteShares(),
    loaded.unfinished(),
    loaded.agenda(),
    loaded.toSign(),
  ])
  const state: MatterState = {
    ...{ ...visibility, clients: facts.clients, matter, people, answers, in_doubt, requests, assignments },
    ...{ assets, unfinished, agenda, this_year: Number(today.slice(0, 4)) },
  }
  const words = { people, assets, shares, language }
  const missing = definition.sections
    .filter(({ id }) => visibility.visible.has(id))
    .flatMap((section) =>
      partsIn(section, state)
        .filter((part) => isMissing(part, state))
        .map((part) => inWords(part, section, words)),
    )
  const nameOf = (id: string | null) => people.find((person) => person.id === id)?.full_name
  const { visible, alone, visible_alone_clients } = visibility
  const documents = listRequestAnswers(
    definition,
    visible,
    { alone, clients: visible_alone_clients },
    requests,
  )
  return {
    missing: [...missing, ...missingSignatures(toSign, language)],
    // What is still open when a matter is closed ends with it.
    open: matter.close_date === null ? [...openDocuments(documents, nameOf), ...openSignatures(toSign)] : [],
  }
}

interface Words {
  people: readonly PersonRow[]
  assets: readonly AssetRecord[]
  shares: readonly IncompleteShare[]
  language: Language
}

function inWords(part: Part, { id: section_id }: Section, words: Words): Missing {
  const { where, code } = part
  const { language, shares } = words
  const label = textIn(part.label, language)
  const person = personOf(part, words)
  const share =
    "level" in where && shares.find((one) => one.asset_id === where.asset_id && one.level === where.level)
  const message = share
    ? sharesSentence(share.level, label, share.total, language, share.is_unread)
    : "role_id" in where
      ? missingSentence(code, roleFor(label, person, language), undefined, language)
      : missingSentence(code, label, person, language)
  return { section_id, where, code, label, ...(person && { person }), message }
}

/** The name of whom, or what, the part is about. */
function personOf({ where, about }: Part, { people, assets, language }: Words): string | undefined {
  if ("asset_id" in where) return assets.find(({ id }) => id === where.asset_id)?.identifier_value
  const found = people.find(({ id }) => id === ("contact_id" in where ? where.contact_id : about))
  if (!found || found.full_name || !("contact_id" in where)) return found?.full_name
  return relationshipLabel(found.relationship_type, language)
}

/** The signatures that the firm wants before submission: one item for each signer who has not signed. */
function missingSignatures(all: readonly ToSign[], language: Language): Missing[] {
  return all
    .filter(({ is_required, before_sending, is_signed }) => is_required && before_sending && !is_signed)
    .flatMap((toSign) => {
      const label = toSign.title[languageSigned(toSign, language)]
      const unsigned = toSign.signers.filter(({ signature }) => signature === undefined)
      return unsigned.map(
        ({ contact_id, full_name }): Missing => ({
          section_id: "",
          where: { agreement_id: toSign.agreement_id, signer_id: contact_id },
          code: "signature_missing",
          label,
          ...(full_name && { person: full_name }),
          message: signatureSentence(label, full_name, language),
        }),
      )
    })
}
