// Submits, changes and completes matters of demo and test firms without their clients, so that integrators can try what
// follows. Every step is the function that the portal or the console calls for it, with the same events.

import { answerKey } from "../../definition/conditions/conditions.ts"
import { samplePhone } from "../../definition/kinds/email-and-phone.ts"
import type { Sample } from "../../definition/kinds/kind.ts"
import { questionsOf } from "../../definition/parts.ts"
import { textIn } from "../../definition/text.ts"
import { recordAudit } from "../../firm/audit/audit.ts"
import type { EventType } from "../../firm/events/schema.ts"
import { listToSign, mustSign, signAgreement } from "../../intake/agreements/signing.ts"
import { readAnswers } from "../../intake/answers/answers.ts"
import { changePhones } from "../../intake/contacts/contact-details.ts"
import type { UploadParts } from "../../intake/documents/uploads/uploads.ts"
import type { InvitationParts } from "../../intake/matters/invitations/invitations.ts"
import { getMatterRow } from "../../intake/matters/matter-row.ts"
import { type ContentCounts, countContents } from "../../intake/matters/progress/contents.ts"
import { readVisibility } from "../../intake/matters/progress/visibility.ts"
import { completeMatter, submitMatter } from "../../intake/submissions/submissions.ts"
import type { Tx } from "../../platform/db/database.ts"
import { readFirmDay } from "../../platform/db/sql.ts"
import { conflict } from "../../platform/errors.ts"
import { asClient, requireTestMatter, startClients, type TestClient, type TestMatter } from "./clients.ts"
import { saveSampleAnswer } from "./fill-answers.ts"
import { fillInAs } from "./fill-in.ts"
import { sampleOf } from "./sample.ts"
import { sampleValue } from "./sample-values.ts"

export type TestParts = UploadParts & InvitationParts

/** What was done to a matter, and what it holds now. */
export interface TestSubmission extends ContentCounts {
  matter_id: string
  event_type: EventType
  /** Its number. */
  submission: number
  /** What was changed before submitting again, in the questionnaire's words. */
  changed?: string
}

export interface SubmitOptions {
  /** The same seed gives the same answers on the same day; by default, the matter's id. */
  seed?: string | undefined
  /** Whether to invite a partner, if the matter has only one client. */
  couple?: boolean | undefined
}

/**
 * Fills in a matter and submits it for the first time, both as its clients. Throws "not found", and "conflict" for a
 * matter of a real firm and for one that was submitted, completed or closed.
 */
export async function submitAsClients(
  parts: TestParts,
  matter_id: string,
  { seed = matter_id, couple }: SubmitOptions = {},
): Promise<TestSubmission> {
  const test = await requireTestMatter(parts.db, matter_id)
  if (await isSubmitted(parts, test))
    throw conflict("already_submitted", "This matter was submitted. Change it to submit it again.")
  const clients = await startClients(parts, test, { couple })
  return fillInAndSubmit(parts, clients, sampleOf(seed), "intakeform.submitted")
}

/** Changes an answer of a submitted matter, and submits it again. Throws as `submitAsClients` does. */
export async function changeAsClient(
  parts: TestParts,
  matter_id: string,
  { seed = matter_id }: SubmitOptions = {},
): Promise<TestSubmission> {
  const test = await requireTestMatter(parts.db, matter_id)
  if (!(await isSubmitted(parts, test)))
    throw conflict("not_submitted", "This matter was not submitted yet. Submit it first.")
  const clients = await startClients(parts, test)
  const sample = sampleOf(`${seed} ${parts.db.clock().toISOString()}`)
  const changed = await asClient(parts.db, clients[0], (tx) => changeSomething(tx, parts, matter_id, sample))
  return { ...(await fillInAndSubmit(parts, clients, sample, "intakeform.resubmitted")), changed }
}

/** Completes a matter as staff. Throws as `submitAsClients` does. */
export async function completeAsStaff(parts: TestParts, matter_id: string): Promise<TestSubmission> {
  const test = await requireTestMatter(parts.db, matter_id)
  return parts.db.forFirm(
    test.firm_id,
    async (tx) => {
      const { number } = await completeMatter(tx, parts.ring, matter_id)
      await recordAudit(tx, "matter_completed", { matter_id })
      return outcomeOf(tx, matter_id, number, "intakeform.completed")
    },
    test,
  )
}

async function isSubmitted({ db }: TestParts, { firm_id, matter_id }: TestMatter): Promise<boolean> {
  return db.forFirm(firm_id, async (tx) => (await getMatterRow(tx, matter_id)).is_submitted)
}

async function fillInAndSubmit(
  parts: TestParts,
  clients: [TestClient, ...TestClient[]],
  sample: Sample,
  event_type: EventType,
): Promise<TestSubmission> {
  const { db, ring } = parts
  await fillInAs(parts, clients, sample)
  for (const client of clients) await asClient(db, client, (tx) => signAll(tx, client))
  const [main] = clients
  const { firm_id, matter_id } = main
  const { number } = await asClient(db, main, (tx) => submitMatter(tx, ring, matter_id))
  return db.forFirm(firm_id, (tx) => outcomeOf(tx, matter_id, number, event_type))
}

async function outcomeOf(
  tx: Tx,
  matter_id: string,
  submission: number,
  event_type: EventType,
): Promise<TestSubmission> {
  const { people, answers, assets, documents } = await countContents(tx, matter_id)
  return { matter_id, event_type, submission, people, answers, assets, documents }
}

/** Signs what the client is expected to sign, with the name on record. */
async function signAll(tx: Tx, { matter_id, party, email: account }: TestClient): Promise<void> {
  for (const toSign of (await listToSign(tx, matter_id)).filter((each) => mustSign(each, party))) {
    const { agreement_id, version, title } = toSign
    const name = toSign.signers.find((signer) => signer.party === party)?.full_name || "Sample Client"
    const record_id = await signAgreement(tx, matter_id, {
      ...{ agreement_id, version, party, language: "en", name, confirmed_name: name, strokes: null },
      ...{ agrees: true, account, address: "", device: "Test submission" },
    })
    const label = `${title.en || title.es} (${version})`
    await recordAudit(tx, "agreement_signed", { matter_id, record_id, label })
  }
}

/** Gives the first answer that can have another value one, or else the client another phone number; returns its label. */
async function changeSomething(
  tx: Tx,
  { ring }: TestParts,
  matter_id: string,
  sample: Sample,
): Promise<string> {
  const today = await readFirmDay(tx)
  const [{ definition, facts, visible }, answers] = [
    await readVisibility(tx, matter_id),
    await readAnswers(tx, ring, matter_id),
  ]
  for (const question of questionsOf(definition)) {
    const about = question.each_client ? (facts.clients[0] ?? null) : null
    const key = answerKey(question.id, about)
    if (!visible.has(key)) continue
    const value = sampleValue(question, sample, today, answers[key])
    if (value === undefined) continue
    await saveSampleAnswer(tx, { ring, matter_id }, question, about, value)
    return textIn(question.prompt, "en")
  }
  const { contact_main_id, contact_representative_id } = await getMatterRow(tx, matter_id)
  const number = samplePhone(sample)
  await changePhones(tx, contact_representative_id ?? contact_main_id, [{ type: "mobile", number }])
  return "Phone number"
}
