// Home, the page before submitting, its button, and what happens when it is pressed agree in every state.

import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../../test/harness/assert-each.ts"
import { newFirmWithPortalIntake, type PortalIntake } from "../../../../test/harness/portal-intake.ts"
import { giveRequired } from "../../../../test/harness/sample-intake.ts"
import { upload } from "../../../../test/harness/sample-uploads.ts"
import { provideService, type TestFirm } from "../../../../test/harness/service.ts"
import { addSampleAgreement } from "../../../../test/harness/signed-agreement.ts"
import type { AgreementRules } from "../../agreements/agreements.ts"
import { type DocumentChoice, saveDocumentChoice } from "../../documents/document-choices.ts"
import { definitionOf } from "../../matters/progress/definition.ts"
import { markReviewed } from "../../matters/progress/section-reviews.ts"

const service = provideService()

interface Case {
  name: string
  /** Leaves the required answers blank. */
  blank?: boolean
  agreement?: Partial<AgreementRules>
  signs?: readonly ("Ada Smith" | "Ben Smith")[]
  will?: DocumentChoice | "file"
  statements?: DocumentChoice
  sends: boolean
  home: RegExp
  check: RegExp
  open: readonly string[]
}

const cases: Case[] = [
  {
    name: "answers are missing",
    blank: true,
    sends: false,
    home: /5 answers are still needed/,
    check: /5 answers are still needed/,
    open: [],
  },
  {
    name: "the will is neither there nor spoken of",
    sends: false,
    home: /One answer is still needed/,
    check: /One answer is still needed/,
    open: [],
  },
  {
    name: "everything is there",
    will: "file",
    sends: true,
    home: /Ready to send/,
    check: /Send to Hartwell/,
    open: [],
  },
  { name: "there is no will", will: "none", sends: true, home: /Ready to send/, check: /Send to/, open: [] },
  {
    name: "the will and the optional statements will be brought",
    will: "bring",
    statements: "bring",
    sends: true,
    home: /Ready to send\. Still open: “Copy of your will” \(you will bring it\) and “[^”]+” \(you will bring it\)\./,
    check: /Ready to send, with 2 things still open.*“Copy of your will” \(you will bring it\)/,
    open: ["document", "document"],
  },
  {
    name: "the spouse still has to sign",
    will: "file",
    agreement: {},
    signs: ["Ada Smith"],
    sends: true,
    home: /Ready to send\. Still open: Ben Smith’s signature on “Engagement letter”\..*Ask Ben to sign/,
    check: /[Ss]till open.*Ben Smith’s signature on “Engagement letter”.*Ask Ben to sign/,
    open: ["signature"],
  },
  {
    name: "no one has signed",
    will: "file",
    agreement: {},
    sends: true,
    home: /Ready to send\. Still open: your signature on “Engagement letter” and Ben Smith’s signature/,
    check: /Your signature on “Engagement letter”/,
    open: ["signature", "signature"],
  },
  {
    name: "the firm demands the spouse's signature first",
    will: "bring",
    agreement: { before_sending: true },
    signs: ["Ada Smith"],
    sends: false,
    home: /Everything is filled in\. Before it can be sent, we need Ben Smith’s signature on “Engagement letter”\..*Ask Ben to sign/,
    check: /Before it can be sent, we need Ben Smith’s signature on “Engagement letter”/,
    open: [],
  },
  {
    name: "the demanded signatures are there",
    will: "bring",
    agreement: { before_sending: true },
    signs: ["Ada Smith", "Ben Smith"],
    sends: true,
    home: /Ready to send\. Still open: “Copy of your will”/,
    check: /[Ss]till open.*“Copy of your will”/,
    open: ["document"],
  },
  {
    name: "one signature for both is enough",
    will: "file",
    agreement: { by_both: false },
    signs: ["Ben Smith"],
    sends: true,
    home: /Ready to send/,
    check: /Send to/,
    open: [],
  },
  {
    name: "the agreement is optional",
    will: "file",
    agreement: { is_required: false },
    sends: true,
    home: /Ready to send/,
    check: /Send to/,
    open: [],
  },
]

async function prepare(firm: TestFirm, intake: PortalIntake, given: Case): Promise<void> {
  const { matter_id, ids } = intake
  await firm.run(async (tx) => {
    if (!given.blank) await giveRequired(tx, service, intake, { has_will: true })
    for (const [id, choice] of [
      [ids.will_copy, given.will],
      [ids.statements, given.statements],
    ] as const)
      if (choice && choice !== "file")
        await saveDocumentChoice(tx, matter_id, { request_id: id, chosen_for: null, choice })
    const { definition } = await definitionOf(tx, matter_id)
    for (const { id } of definition.sections) await markReviewed(tx, matter_id, id)
  })
  if (given.will === "file")
    await upload(service, intake, { request_id: ids.will_copy }, "will.txt", "My will")
  if (!given.agreement) return
  const url = `/portal/agreements/${await addSampleAgreement(firm, given.agreement)}`
  for (const name of given.signs ?? []) {
    const client = name === "Ada Smith" ? intake.ada : intake.ben
    assert.equal((await client.post(url, { version: "1", name, agree: "true" })).status, 303)
  }
}

for (const given of cases)
  test(`home, check page and button agree while ${given.name}`, async () => {
    const intake = await newFirmWithPortalIntake(service, { firm_name: "Hartwell & Pryce" })
    const { firm, ada, matter_id } = intake
    await prepare(firm, intake, given)
    const [home, check] = [(await ada.get("/portal")).html, (await ada.get("/portal/check")).html]
    assert.match(textOf(home), given.home)
    assert.match(textOf(check), given.check)
    assert.equal(/Ready to send/.test(textOf(home)), given.sends, "home says so")
    assert.equal(/<form[^>]*action="\/portal\/submission"/.test(check), given.sends, "the button is there")
    const sent = await ada.post("/portal/submission", { after: "0" })
    assert.equal(sent.status, given.sends ? 303 : 422, "the press works")
    if (!given.sends) return
    const { body } = await firm.request("GET", `/v1/matters/${matter_id}/submissions`)
    const [{ open_items }] = body.submissions
    assertEach(open_items, ({ kind }: { kind: string }) => kind, given.open)
    const after_sending = [(await ada.get(sent.location)).html, (await ada.get("/portal")).html].map(textOf)
    for (const page of after_sending) assert.equal(/Still open/.test(page), given.open.length > 0, page)
    assert.doesNotMatch((await ada.get("/portal/check")).html, /action="\/portal\/submission"/)
  })

function textOf(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ")
    .replaceAll(" ,", ",")
}
