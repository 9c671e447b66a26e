// A firm with a value in every column that can hold encrypted text.
import assert from "node:assert/strict"
import { Readable } from "node:stream"
import { Secret, TOTP } from "otpauth"
import { claimPress, keepResponse } from "../../server/firm/access/accepted-forms.ts"
import { saveLateForm } from "../../server/firm/access/late-forms.ts"
import { consoleOwner } from "../../server/firm/access/page-owner.ts"
import { changeLogo, storeLogo } from "../../server/firm/firms/logo/logo.ts"
import { enableSecondFactor, newSecondFactor } from "../../server/firm/users/sign-in/second-factor.ts"
import { planMessage } from "../../server/follow-up/conversations/planned-messages.ts"
import { recordInquiry } from "../../server/follow-up/inquiries/inquiries.ts"
import { saveAnswer } from "../../server/intake/answers/answers.ts"
import { sealingOf } from "../../server/intake/answers/sealed-values.ts"
import { appendStream } from "../../server/intake/documents/uploads/resuming.ts"
import { beginUpload, findUpload } from "../../server/intake/documents/uploads/unfinished-uploads.ts"
import { receiveDocument } from "../../server/intake/documents/uploads/uploads.ts"
import { createInvitation } from "../../server/intake/matters/invitations/invitations.ts"
import { closeMatter } from "../../server/intake/matters/lifecycle.ts"
import { openTopic } from "../../server/intake/messages/writing.ts"
import { listQuestionnaireRows } from "../../server/intake/questionnaires/questionnaires.ts"
import { acceptLines } from "../../server/intake/submissions/review/acceptance.ts"
import { compareSubmissions } from "../../server/intake/submissions/review/seen-changes.ts"
import { submitMatter } from "../../server/intake/submissions/submissions.ts"
import { deleteMatter } from "../../server/operations/deletions/deletions.ts"
import { requestExport } from "../../server/outputs/exports/exports.ts"
import { prepareExport } from "../../server/outputs/exports/prepare-export.ts"
import { createEndpoint } from "../../server/outputs/webhooks/endpoints.ts"
import { rotateSecret } from "../../server/outputs/webhooks/secrets.ts"
import { json, sql } from "../../server/platform/db/sql.ts"
import { found } from "../../server/platform/errors.ts"
import { newId } from "../../server/platform/ids.ts"
import { queueMail } from "../../server/platform/mail/outbox.ts"
import { fillIn } from "../contract/sample-firm.ts"
import { newIntake, type SampleIntake } from "./sample-intake.ts"
import { sampleJpeg, samplePng } from "./sample-pictures.ts"
import { addTemplateOf } from "./sample-word-file.ts"
import type { TestFirm, TestService } from "./service.ts"

export interface SealedEverything {
  firm: TestFirm
  intake: SampleIntake
  deletion_id: string
  /** Identifies the acknowledged change. */
  mark: string
}

export async function sealEverything(service: TestService): Promise<SealedEverything> {
  const { ring } = service
  const firm = await service.newFirm()
  const intake = await fillIn(service, await newIntake(firm))
  const mark = await acknowledgeChange(service, firm, intake)
  await firm.run(async (tx) => {
    await invite(service, intake, tx)
    const secret = newSecondFactor()
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: tx.now.getTime() })
    await enableSecondFactor(tx, ring, firm.admin.user_id, { secret, code })
    const content = { heading: "Hello", paragraphs: ["Hi."], footer: "Bye" }
    await queueMail(tx, ring, { recipient: "ana@example.com", subject: "Hello", ...content })
    const { id } = await createEndpoint(tx, ring, {
      url: "http://127.0.0.1:9/",
      event_types: ["intakeform.submitted"],
      description: "",
      headers: [{ name: "X-Key", value: "secret" }],
    })
    await rotateSecret(tx, ring, id)
    const [questionnaire] = await listQuestionnaireRows(tx)
    await recordInquiry(tx, ring, {
      ...{ id: newId("inquiry"), questionnaire_id: questionnaire?.id ?? "", phone: "", language: "en" },
      ...{ first_name: "Zoe", last_name: "Marsh", email: "zoe@example.com", message: "A will" },
    })
    await openTopic(tx, service, intake.matter_id, { subject: "The house", text: "Hello" })
    const send_at = new Date(tx.now.getTime() + 86_400_000)
    const planned = { id: newId("message"), topic_id: null, subject: "The house", text: "Later", send_at }
    await planMessage(tx, ring, intake.matter_id, planned)
  })
  const { user_id } = firm.admin
  const page_owner = consoleOwner.seal(ring, [firm.firm_id, user_id], service.db.clock())
  await firm.run(async (tx) => {
    const sealer = { ring: service.ring, firm_id: firm.firm_id }
    await claimPress(tx, sealer, "press")
    const response = { to: "/console/settings/keys" }
    await keepResponse(tx, sealer, { digest: "press", response, matter_id: undefined })
  })
  await saveLateForm(service, "/console/settings/firm", {
    page_owner: [page_owner],
    contact_line: ["Ask for Ruth"],
  })
  await changeLogoOf(service, firm)
  await addTemplateOf(service, firm, "Letter")
  await createOneExport(service, firm, intake.matter_id)
  await beginUploads(service, intake)
  const { questionnaire_id } = await firm.one<{ questionnaire_id: string }>(
    sql`select questionnaire_id from matters where id = ${intake.matter_id}`,
  )
  const body = { questionnaire_id, matter_name: "Lee" }
  const { status } = await firm.request("POST", "/v1/matters/create", body, { "idempotency-key": "once" })
  assert.equal(status, 201)
  await rememberPrevious(service, intake)
  const deletion_id = await deleteOne(service, firm)
  return { firm, intake, deletion_id, mark }
}

/** The history of an answer that existed before its first edit begins with its old value. */
async function rememberPrevious(service: TestService, { matter_id, client }: SampleIntake): Promise<void> {
  const field = newId("question")
  const previous = json(sealingOf(service.ring, matter_id, field).seal("222-22-2222"))
  await service.db.forFirm(client.firm_id, (tx) =>
    tx.run(sql`
      insert into changes (matter_id, record_id, field, revision, previous, changed_at)
      values (${matter_id}, ${matter_id}, ${field}, 1, ${previous}, ${tx.now})`),
  )
}

type Tx = Parameters<Parameters<TestFirm["run"]>[0]>[0]

const invite = (service: TestService, { matter_id }: SampleIntake, tx: Tx) =>
  createInvitation(tx, service, { matter_id, party: "main", email: "maria@example.com", first_name: "Maria" })

async function acknowledgeChange(
  service: TestService,
  firm: TestFirm,
  { matter_id, ids, spouse, asClient }: SampleIntake,
  value = "987-65-4321",
): Promise<string> {
  const ssn = { question_id: ids.ssn, about: spouse, value }
  await asClient((tx) => saveAnswer(tx, service.ring, matter_id, ssn))
  await firm.write(sql`update matters set separate_parts = array[${ids.ssn}]::text[] where id = ${matter_id}`)
  await asClient((tx) => submitMatter(tx, service.ring, matter_id))
  return firm.run(async (tx) => {
    const [difference] = await compareSubmissions(tx, service.ring, matter_id, { from: 1, until: 2 })
    const { mark } = found(difference)
    await acceptLines(tx, service.ring, matter_id, [mark])
    return mark
  })
}

async function changeLogoOf(service: TestService, firm: TestFirm): Promise<void> {
  const logo = await storeLogo(service, firm.firm_id, samplePng())
  await firm.run((tx) => changeLogo(tx, logo))
}

async function createOneExport(service: TestService, firm: TestFirm, matter_id: string): Promise<void> {
  const export_id = await firm.run((tx) =>
    requestExport(tx, {
      matter_id,
      kind: "package",
      label: "All",
      filename: "all.zip",
      content_type: "application/zip",
      request: {},
    }),
  )
  await prepareExport(service, { firm_id: firm.firm_id, export_id })
}

/** Leaves one upload unfinished and completes another as a document. */
async function beginUploads(service: TestService, { matter_id, client, ids }: SampleIntake): Promise<void> {
  const thumbnail = sampleJpeg().toString("base64")
  const announced = { matter_id, section_id: "", path: "", filename: "Will.txt", size: 100, thumbnail }
  const begin = () => service.db.forFirm(client.firm_id, (tx) => beginUpload(tx, service, announced))
  const upload_id = await begin()
  const source = Readable.from([Buffer.from("A text")])
  const target = { matter_id, request_id: ids.statements }
  await receiveDocument(service, client, { ...target, filename: "Will.txt", source, upload_id })
  const unfinished = await begin()
  const begun = await service.db.forFirm(client.firm_id, (tx) => findUpload(tx, service.ring, unfinished))
  await appendStream(service, client, found(begun), 0, Readable.from([Buffer.from("The first")]))
}

async function deleteOne(service: TestService, firm: TestFirm): Promise<string> {
  const intake = await fillIn(service, await newIntake(firm))
  await acknowledgeChange(service, firm, intake, "123-45-6780")
  return firm.run(async (tx) => {
    await invite(service, intake, tx)
    await closeMatter(tx, intake.matter_id)
    return deleteMatter(tx, service.ring, { matter_id: intake.matter_id, reason: "Asked for." })
  })
}
