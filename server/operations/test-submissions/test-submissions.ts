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
import { countContents } from "../../intake/matters/progress/contents.ts"
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
import type { Step, TestSubmission } from "./schema.ts"

export type TestParts = UploadParts & InvitationParts

export interface SubmitOptions {
  /** The same seed gives the same answers on the same day; by default, the matter's id. */
  seed?: string | undefined
  /** Whether to invite a partner, if the matter has only one client. */
  couple?: boolean | undefined
  /** How far the clients get. */
  until?: Step | undefined
}

/**
 * Starts a matter, fills it in, and submits it for the first time, all as its clients, or stops before that. Throws "not
 * found", and "conflict" for a matter of a real firm, for one that can't be edited, and to submit again.
 */
export async function submitAsClients(
  parts: TestParts,
  matter_id: string,
  { seed = matter_id, couple, until = "submit" }: SubmitOptions = {},
): Promise<TestSubmission> {
  const test = await requireTestMatter(parts.db, matter_id)
  if (until === "submit" && (await isSubmitted(parts, test)))
    throw conflict("already_submitted", "This matter was submitted. Change it to submit it again.")
  const clients = await startClients(parts, test, { couple })
  if (until !== "start") await fillInAs(parts, clients, sampleOf(seed))
  if (until === "submit") return signAndSubmit(parts, clients, "intakeform.submitted")
  return parts.db.forFirm(test.firm_id, (tx) => outcomeOf(tx, matter_id, {}))
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
  await fillInAs(parts, clients, sample)
  return signAndSubmit(parts, clients, "intakeform.resubmitted", changed)
}

/** Completes a matter as staff. Throws as `submitAsClients` does. */
export async function completeAsStaff(parts: TestParts, matter_id: string): Promise<TestSubmission> {
  const test = await requireTestMatter(parts.db, matter_id)
  return parts.db.forFirm(
    test.firm_id,
    async (tx) => {
      const { number } = await completeMatter(tx, parts.ring, matter_id)
      await recordAudit(tx, "matter_completed", { matter_id })
      return outcomeOf(tx, matter_id, { event_type: "intakeform.completed", submission: number })
    },
    test,
  )
}

async function isSubmitted({ db }: TestParts, { firm_id, matter_id }: TestMatter): Promise<boolean> {
  return db.forFirm(firm_id, async (tx) => (await getMatterRow(tx, matter_id)).is_submitted)
}

async function signAndSubmit(
  { db, ring }: TestParts,
  clients: readonly [TestClient, ...TestClient[]],
  event_type: EventType,
  changed?: string,
): Promise<TestSubmission> {
  for (const client of clients) await asClient(db, client, (tx) => signAll(tx, client))
  const [main] = clients
  const { firm_id, matter_id } = main
  const { number } = await asClient(db, main, (tx) => submitMatter(tx, ring, matter_id))
  return db.forFirm(firm_id, (tx) => outcomeOf(tx, matter_id, { event_type, submission: number, changed }))
}

async function outcomeOf(
  tx: Tx,
  matter_id: string,
  done: Partial<Pick<TestSubmission, "event_type" | "submission" | "changed">>,
): Promise<TestSubmission> {
  const { event_type = null, submission = null, changed = null } = done
  const { people, answers, assets, documents } = await countContents(tx, matter_id)
  return { matter_id, event_type, submission, changed, people, answers, assets, documents }
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
