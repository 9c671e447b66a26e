import assert from "node:assert/strict"
import { createHash } from "node:crypto"
import { test } from "node:test"
import { assertEach } from "../../../../test/harness/assert-each.ts"
import { collide } from "../../../../test/harness/collide.ts"
import { cookieHeader } from "../../../../test/harness/cookies.ts"
import { literally } from "../../../../test/harness/literally.ts"
import { readPdf } from "../../../../test/harness/pdf-text.ts"
import { newPortalBrowser, type PortalBrowser } from "../../../../test/harness/portal-browser.ts"
import {
  newFirmWithPortalIntake,
  newPortalIntake,
  type PortalIntake,
} from "../../../../test/harness/portal-intake.ts"
import { giveRequired } from "../../../../test/harness/sample-intake.ts"
import { provideService, type TestFirm } from "../../../../test/harness/service.ts"
import { addAgreementFor } from "../../../../test/harness/signed-agreement.ts"
import { listAudit } from "../../../firm/audit/listing.ts"
import { changeSettings } from "../../../firm/firms/firms.ts"
import { deleteMatter, restoreMatter } from "../../../operations/deletions/deletions.ts"
import { sql, type Tx } from "../../../platform/db/sql.ts"
import { countText } from "../../../platform/text/count-text.ts"
import { createInvitation } from "../../matters/invitations/invitations.ts"
import { closeMatter } from "../../matters/lifecycle.ts"
import { findMissing } from "../../submissions/missing/missing.ts"
import { completeMatter } from "../../submissions/submissions.ts"
import { type AgreementRules, type AgreementText, changeAgreement, getAgreement } from "../agreements.ts"
import { listSignatures, type SignatureRow } from "../signatures.ts"
import { listToSign, requestSignature } from "../signing.ts"
import { parseStrokes } from "../strokes.ts"

const service = provideService({ clock: () => new Date("2026-03-02T15:04:05Z") })

const words = {
  title: { en: "Engagement letter", es: "Carta de encargo" },
  text: {
    en: "# What we do\n\nWe draft your will.\n\nYou tell us everything.",
    es: "# Lo que hacemos\n\nRedactamos su testamento.",
  },
}
const rules: Omit<AgreementRules, "questionnaire_ids"> = {
  by_both: true,
  only_for_two: false,
  is_required: true,
  before_sending: true,
  is_active: true,
}

interface Case extends PortalIntake {
  firm: TestFirm
  agreement_id: string
  url: string
  signatures(): Promise<SignatureRow[]>
}

async function newCase(given: Partial<AgreementRules> = {}): Promise<Case> {
  const { firm, ...intake } = await newFirmWithPortalIntake(service, { firm_name: "Hartwell & Pryce" })
  const agreement_id = await addAgreementFor(firm, words, { ...rules, ...given })
  const signatures = () => firm.run((tx) => listSignatures(tx, intake.matter_id))
  return { ...intake, firm, agreement_id, url: `/portal/agreements/${agreement_id}`, signatures }
}

/** Changes an agreement's text, and the given rules. */
async function change(
  tx: Tx,
  id: string,
  text: AgreementText,
  given: Partial<AgreementRules> = {},
  sign_again = false,
): Promise<number> {
  return changeAgreement(tx, id, text, { ...(await getAgreement(tx, id)), ...given }, sign_again)
}

const signed = (name: string, more: Record<string, string> = {}) => ({
  version: "1",
  name,
  agree: "true",
  ...more,
})

async function download(client: PortalBrowser, html: string): Promise<string> {
  const [, url = ""] = /href="(\/portal\/signatures\/[^"]+)"/.exec(html) ?? []
  const { rawPayload, headers } = await service.app.inject({
    url,
    headers: { cookie: cookieHeader(client.cookies) },
  })
  assert.equal(headers["content-type"], "application/pdf")
  return readPdf(rawPayload).text
}

test("each spouse signs with their own link, and neither can sign for the other", async () => {
  const { ada, ben, url, signatures, main, spouse, firm } = await newCase()
  const countSigned = async () =>
    (await firm.request("GET", "/v1/events?event_type=signature.completed")).body.count
  assert.match((await ada.get("/portal")).html, new RegExp(`id="sign" href="${url}"`))
  const asBen = await ada.post(url, signed("  BEN   smith", { party: "partner", contact_id: spouse }))
  assert.equal(asBen.status, 422)
  assert.match(asBen.html, /Type your own name\. Ben Smith signs with their own link\./)
  assert.deepEqual([await signatures(), await countSigned()], [[], 0])

  const own = await ada.post(url, signed("Ada Q. Smith", { party: "partner" }))
  assert.equal(own.location, `${url}#done`)
  const [first, ...others] = await signatures()
  assert.deepEqual([first?.party, first?.contact_id, first?.name, others], ["main", main, "Ada Q. Smith", []])
  assert.match((await ada.get(url)).html, /Ben Smith has to sign/)
  assert.match((await ada.get("/portal")).html, /Waiting for Ben Smith/)

  await ben.post(url, signed("Ben Smith"))
  assert.equal(await countSigned(), 2)
  const all = await signatures()
  assertEach(
    all,
    ({ party, account, device, signed_at }) => [party, account, device, signed_at.toISOString()],
    [
      ["main", "ada@example.com", "lightMyRequest", "2026-03-02T15:04:05.000Z"],
      ["partner", "ben@example.com", "lightMyRequest", "2026-03-02T15:04:05.000Z"],
    ],
  )
  assert.notEqual(all[0]?.signed_by, all[1]?.signed_by)
  assert.match(all[0]?.address ?? "", /^127\.0\.0\.1$/)
  // A second press does not sign again.
  const again = await ben.post(url, signed("Somebody Else"))
  assert.deepEqual([again.status, again.location], [303, `${url}#done`])
  assert.deepEqual(await signatures(), all)
})

test("two presses at the same time sign once, and both say so", async () => {
  const { ada, url, signatures, matter_id } = await newCase()
  const press = () => ada.post(url, signed("Ada Smith"))
  const presses = await collide(service, sql`select from matters where id = ${matter_id}`, [press, press])
  assertEach(presses, ({ status }) => status, [303, 303])
  assert.equal((await signatures()).length, 1)
})

test("both clients may sign what one signs for both, each with an audit entry and a receipt", async () => {
  const { ada, ben, url, signatures, firm, matter_id } = await newCase({ by_both: false })
  assert.match((await ada.get(url)).html, /name="agree"/)
  for (const [client, name] of [
    [ben, "Ben Smith"],
    [ada, "Ada Smith"],
    [ada, "Ada Smith"],
  ] as const)
    assert.equal((await client.post(url, signed(name))).status, 303)
  assertEach(await signatures(), ({ party }) => party, ["partner", "main"])
  const { rows } = await firm.run((tx) => listAudit(tx, { matter_id }, { page: 1, limit: 10, offset: 0 }))
  assert.equal(rows.filter(({ action }) => action === "agreement_signed").length, 2)
  const mails = await firm.all<{ recipient: string }>(sql`select recipient from mails order by id`)
  assertEach(mails, ({ recipient }) => recipient, ["ben@example.com", "ada@example.com"])
})

test("the text that was read is signed, although another page has changed the client's language since", async () => {
  const { ada, url, signatures } = await newCase()
  const read = (await ada.get(`${url}?lang=en`)).html
  const [, language = ""] = /name="language" value="(\w+)"/.exec(read) ?? []
  await ada.get("/portal?lang=es")
  assert.equal((await ada.post(url, signed("Ada Smith", { language }))).status, 303)
  const [signature] = await signatures()
  assert.equal(signature?.language, "en")
  assert.match(read, literally(signature?.text_sha256 ?? "none"))
})

test("without a name and consent nothing is signed, and the page shows both faults at once", async () => {
  const { ada, url, signatures } = await newCase()
  const { status, html } = await ada.post(url, { version: "1", name: " 7 " })
  assert.equal(status, 422)
  assert.match(html, /href="#name"[\s\S]*Type your full name\.[\s\S]*href="#agree"[\s\S]*Tick the box/)
  assert.deepEqual(await signatures(), [])
})

test("neither a helper nor another matter's client can sign", async () => {
  const { firm, matter_id, url, signatures } = await newCase()
  const { invite_key } = await firm.run((tx) =>
    createInvitation(tx, service, { matter_id, party: "helper", email: "nora@example.com" }),
  )
  const nora = newPortalBrowser(service)
  await nora.post(`/invite/${invite_key}/start`)
  assert.match((await nora.get(url)).html, /Only the clients can sign this/)
  assert.doesNotMatch((await nora.get(url)).html, /name="agree"/)
  assert.equal((await nora.post(url, signed("Ada Smith"))).status, 404)
  const { ada: other } = await newCase()
  assert.equal((await other.post(url, signed("Ada Smith"))).status, 404)
  assert.deepEqual(await signatures(), [])
})

test("the checksum on the page, in the record and in the copy is that of the text shown, in its language", async () => {
  const { ada, ben, url, signatures } = await newCase()
  const shown = { en: "", es: "" }
  for (const lang of ["en", "es"] as const) {
    const hash = createHash("sha256").update(`${words.title[lang]}\n\n${words.text[lang]}`).digest("hex")
    shown[lang] = hash
  }
  assert.match((await ada.get(url)).html, literally(shown.en))
  await ada.post(url, signed("Ada Smith"))
  assert.match((await ben.get(`${url}?lang=es`)).html, literally(shown.es))
  await ben.post(url, signed("Ben Smith"))
  assertEach(await signatures(), ({ language, text_sha256 }) => [language, text_sha256], [
    ["en", shown.en],
    ["es", shown.es],
  ])

  const hers = `${url}?lang=es`
  assert.match(
    (await ada.get(hers)).html,
    /lang="en">Engagement letter[\s\S]*Se muestra en el idioma en que lo firmó/,
  )
  assert.doesNotMatch((await ben.get(hers)).html, /Se muestra en el idioma/)

  const pdf = await download(ada, (await ada.get(url)).html)
  for (const said of ["Engagement letter", "We draft your will.", "You tell us everything.", "Ada Smith"])
    assert.match(pdf, literally(said), said)
  assert.match(pdf, /March 2, 2026/)
  assert.match(pdf, /10:04:05/)
  assert.match(pdf, /EST/)
  assert.ok(pdf.replaceAll("\n", "").includes(shown.en))
  // A client's copy omits the other client's account.
  assert.ok(pdf.includes("ada@example.com") && !pdf.includes("ben@example.com"))
  const spanish = await download(ben, (await ben.get(url)).html)
  assert.ok(spanish.includes("Redactamos su testamento.") && spanish.includes("Copia firmada"))
})

test("a changed text needs new signatures only if the firm wants them, and signed versions stay unchanged", async () => {
  const { firm, ada, agreement_id, url, signatures } = await newCase({ by_both: false })
  const reword = (text: string, sign_again: boolean) =>
    firm.call(change, agreement_id, { ...words, text: { ...words.text, en: text } }, {}, sign_again)
  // The text changes while she reads: she cannot sign what she has not seen.
  assert.equal(await reword("We draft two wills.", false), 2)
  const stale = await ada.post(url, signed("Ada Smith"))
  assert.equal(stale.status, 409)
  assert.match(stale.html, /The text has changed since you opened it[\s\S]*We draft two wills/)
  assert.deepEqual(await signatures(), [])
  await ada.post(url, signed("Ada Smith", { version: "2" }))
  const before = await download(ada, (await ada.get(url)).html)

  assert.equal(await reword("We draft two wills.", true), 2, "the same words are no new version")
  assert.equal(await reword("We draft three wills.", false), 3)
  assert.doesNotMatch((await ada.get(url)).html, /name="agree"|three wills/)
  assert.match((await ada.get(url)).html, /We draft two wills\.[\s\S]*Version 2\./)
  assert.equal(await reword("We draft four wills.", true), 4)
  assert.match((await ada.get(url)).html, /We draft four wills[\s\S]*name="agree"/)
  await ada.post(url, signed("Ada Smith", { version: "4" }))
  assertEach(await signatures(), ({ version, text }) => [version, text.en], [
    [2, "We draft two wills."],
    [4, "We draft four wills."],
  ])
  assert.match(before, literally("two wills"))
  assert.ok((await download(ada, (await ada.get(url)).html)).includes("four wills"))
})

test("an agreement only for two applies while the matter has a second client", async () => {
  const { firm, ada, url, matter_id, spouse } = await newCase({ only_for_two: true })
  assert.match((await ada.get(url)).html, /name="agree"/)
  await firm.write(sql`update contacts set is_client = false where id = ${spouse}`)
  assert.equal((await ada.get(url)).status, 404)
  assert.doesNotMatch((await ada.get("/portal")).html, /Engagement letter/)
  const isMissing = async () =>
    (await firm.run((tx) => findMissing(tx, service.ring, matter_id))).some(
      ({ code }) => code === "signature_missing",
    )
  assert.equal(await isMissing(), false)
  await firm.write(sql`update contacts set is_client = true where id = ${spouse}`)
  assert.equal(await isMissing(), true)
})

test("staff can request new signatures in one matter without affecting others", async () => {
  const { firm, ada, agreement_id, url, matter_id } = await newCase({ by_both: false })
  const { ada: neighbor } = await newPortalIntake(service, firm)
  for (const client of [ada, neighbor]) await client.post(url, signed("Ada Smith"))
  for (const [version, en] of [
    ["2", "We draft two wills."],
    ["3", "We draft three wills."],
  ] as const) {
    await firm.run((tx) => change(tx, agreement_id, { ...words, text: { ...words.text, en } }))
    await firm.run((tx) => requestSignature(tx, matter_id, agreement_id))
    assert.match((await ada.get(url)).html, /name="agree"/, version)
    assert.doesNotMatch((await neighbor.get(url)).html, /name="agree"/)
    await ada.post(url, { ...signed("Ada Smith"), version })
    assert.doesNotMatch((await ada.get(url)).html, /name="agree"/)
  }
})

test("clients cannot submit until everyone required has signed, and each missing signature has a link", async () => {
  const intake = await newCase()
  const { firm, ada, ben, url } = intake
  await firm.run((tx) => giveRequired(tx, service, intake))
  const send = () => ada.post("/portal/submission", { after: "0" })
  const refused = await send()
  assert.equal(refused.status, 422)
  for (const name of ["Ada", "Ben"])
    assert.match(
      refused.html,
      new RegExp(`href="${url}"[^>]*>${name} Smith still needs to sign “Engagement letter”`),
    )
  await ada.post(url, signed("Ada Smith"))
  assert.doesNotMatch((await send()).html, /signature of Ada/)
  assert.equal((await send()).status, 422)
  await ben.post(url, signed("Ben Smith"))
  assert.equal((await send()).location, "/portal/submissions/1")
})

test("a matter completed before the agreement existed needs a signature only if staff request it", async () => {
  const { firm, ada, matter_id } = await newFirmWithPortalIntake(service)
  await firm.run((tx) => completeMatter(tx, service.ring, matter_id))
  const later = new Date("2026-03-03T00:00:00Z")
  const agreement_id = await addAgreementFor(firm, words, rules, later)
  const url = `/portal/agreements/${agreement_id}`
  assert.equal((await ada.get(url)).status, 404)
  await firm.run((tx) => requestSignature(tx, matter_id, agreement_id))
  assert.equal((await ada.post(url, signed("Ada Smith"))).status, 303)
})

test("a matter submitted while an agreement was not active for its questionnaire does not expect it", async () => {
  const start = new Date("2026-03-02T15:04:05Z").getTime()
  const day = (count: number) => new Date(start + count * 86_400_000)
  const firm = await service.newFirm()
  const [early, between, late] = [
    await newPortalIntake(service, firm),
    await newPortalIntake(service, firm),
    await newPortalIntake(service, firm),
  ]
  const agreement_id = await addAgreementFor(firm, words, { ...rules, is_active: false }, day(0))
  const all = (await firm.run((tx) => getAgreement(tx, agreement_id))).questionnaire_ids
  const set = (at: Date, given: Partial<AgreementRules>) =>
    firm.run((tx) => change({ ...tx, now: at }, agreement_id, words, given))
  const submit = ({ matter_id }: PortalIntake, at: Date) =>
    firm.write(sql`update matters set is_submitted = true, submitted_at = ${at} where id = ${matter_id}`)
  const expected = () =>
    Promise.all(
      [early, between, late].map(({ matter_id }) =>
        firm.run(async (tx) => (await listToSign(tx, matter_id)).length > 0),
      ),
    )
  await submit(early, day(1))
  await set(day(2), { is_active: true })
  assert.deepEqual(await expected(), [false, true, true], "drafted while the first was submitted")
  await submit(between, day(3))
  await submit(late, day(4))
  await set(day(3.5), { is_active: false })
  await set(day(5), { is_active: true })
  assert.deepEqual(await expected(), [false, true, false], "and activated again")
  await set(day(6), { questionnaire_ids: [] })
  await submit(early, day(6.5))
  await set(day(7), { questionnaire_ids: all })
  assert.deepEqual(await expected(), [false, true, false], "and for its questionnaire again")
  await submit(early, day(8))
  assert.deepEqual(await expected(), [true, true, false], "and submitted since")
})

test("an agreement that an older process activated again is expected, whatever the ended range says", async () => {
  const { firm, agreement_id, matter_id } = await newCase()
  const isExpected = () => firm.run(async (tx) => (await listToSign(tx, matter_id)).length > 0)
  await firm.run((tx) => change(tx, agreement_id, words, { is_active: false }))
  assert.equal(await isExpected(), false)
  await firm.write(sql`update agreements set is_active = true where id = ${agreement_id}`)
  assert.equal(await isExpected(), true)
})

test("a signature that waited for a submission to end came after it", async () => {
  const { firm, ada, ben, url, signatures, matter_id } = await newCase()
  const at = "2026-03-02T16:00:00Z"
  await firm.write(sql`update matters set is_submitted = true, submitted_at = ${at} where id = ${matter_id}`)
  await ada.post(url, signed("Ada Smith"))
  await firm.write(sql`update matters set completed_at = ${at}, submitted_at = null where id = ${matter_id}`)
  await ben.post(url, signed("Ben Smith"))
  const just_after = "2026-03-02T16:00:00.001Z"
  assertEach(await signatures(), ({ signed_at }) => signed_at.toISOString(), [just_after, just_after])
})

test("a new spouse signs for themselves: an earlier one's signature no longer counts", async () => {
  const { firm, ada, ben, url, signatures, matter_id, agreement_id, spouse } = await newCase()
  await ada.post(url, signed("Ada Smith"))
  await ben.post(url, signed("Ben Smith"))
  const carl = await firm.run(async (tx) => {
    await tx.run(sql`update contacts set is_client = false where id = ${spouse}`)
    await tx.run(sql`update matters set contact_spouse_id = null where id = ${matter_id}`)
    await tx.run(
      sql`update invitations set revoked_at = ${tx.now} where matter_id = ${matter_id} and party = 'partner'`,
    )
    return createInvitation(tx, service, {
      ...{ matter_id, party: "partner", email: "carl@example.com" },
      ...{ first_name: "Carl", last_name: "Jones" },
    })
  })
  const [toSign] = await firm.run((tx) => listToSign(tx, matter_id))
  assert.equal(toSign?.is_signed, false)
  const client = newPortalBrowser(service)
  await client.post(`/invite/${carl.invite_key}/start`)
  const { html } = await client.get(url)
  assert.match(html, /name="agree"/)
  assert.doesNotMatch(html, /class="signature-name">Ben/)
  const copy = await download(client, html)
  assert.ok(copy.includes("Ada Smith") && !copy.includes("Ben"))
  await client.post(url, signed("Carl Jones"))
  assert.doesNotMatch(await download(client, (await client.get(url)).html), /Ben/)
  assertEach(await signatures(), ({ agreement_id: of, version, party, name }) => [of, version, party, name], [
    [agreement_id, 1, "main", "Ada Smith"],
    [agreement_id, 1, "partner", "Ben Smith"],
    [agreement_id, 1, "partner", "Carl Jones"],
  ])
})

test("an agreement that is optional, inactive or for another questionnaire blocks nothing", async () => {
  const { ada, firm, agreement_id, url } = await newCase({ is_required: false })
  assert.doesNotMatch((await ada.get("/portal/check")).html, /still needs to sign/)
  assert.equal((await ada.get(url)).status, 200)
  for (const given of [{ questionnaire_ids: [] }, { is_active: false }] as Partial<AgreementRules>[]) {
    await firm.run((tx) => change(tx, agreement_id, words, given))
    assert.equal((await ada.get(url)).status, 404)
    assert.doesNotMatch((await ada.get("/portal")).html, /id="sign"/)
  }
})

test("signing comes first if the firm says so, and last otherwise", async () => {
  const { ada, firm } = await newCase()
  const order = async () =>
    [...(await ada.get("/portal")).html.matchAll(/href="\/portal\/(section|agreement)s\//g)].map(
      ([, kind]) => kind,
    )
  assert.equal((await order())[0], "section")
  await firm.run((tx) => changeSettings(tx, firm.firm_id, { sign_first: true }))
  assert.equal((await order())[0], "agreement")
  assert.match((await ada.get("/portal")).html, /Engagement letter[\s\S]*Read and sign/)
})

test("a drawn signature is saved as lines and shown again, and a malformed one is dropped", async () => {
  const { ada, ben, url, signatures } = await newCase()
  await ada.post(url, signed("Ada Smith", { strokes: "[[[10,10],[90,120],[200,40]]]" }))
  await ben.post(url, signed("Ben Smith", { strokes: '[[["<script>",1],[2,3]]]' }))
  assertEach(await signatures(), ({ strokes }) => strokes, [
    [
      [
        [10, 10],
        [90, 120],
        [200, 40],
      ],
    ],
    null,
  ])
  assert.match((await ada.get(url)).html, /<polyline points="10,10 90,120 200,40"/)
})

test("a drawing has at most 200 lines and 5,000 points, all of them whole and in its field", () => {
  const lines = (count: number, points: number) =>
    JSON.stringify(Array.from({ length: count }, () => Array.from({ length: points }, () => [600, 200])))
  for (const [text, expected] of [
    ["", "nothing"],
    [" ", "nothing"],
    ["[]", "nothing"],
    ["[[[1,1]]]", "nothing"],
    ["[[[0,0],[600,200]],[[1,1]]]", "1 line"],
    [lines(200, 2), "200 lines"],
    [lines(201, 2), "malformed"],
    [lines(200, 25), "200 lines"],
    [lines(1, 5_001), "malformed"],
    [lines(1, 5_000), "1 line"],
    ["[[[0,0],[601,200]]]", "malformed"],
    ["[[[0,0],[600,201]]]", "malformed"],
    ["[[[0,0],[-1,0]]]", "malformed"],
    ["[[[0,0],[1.5,0]]]", "malformed"],
    ["[[[0,0],[1,2,3]]]", "malformed"],
    ["[[[0,0],null]]", "malformed"],
    ["[null]", "malformed"],
    ["{}", "malformed"],
    ["[", "malformed"],
    [`[]${" ".repeat(199_998)}`, "nothing"],
    [`[]${" ".repeat(199_999)}`, "malformed"],
  ] as const) {
    const strokes = parseStrokes(text)
    const outcome = strokes ? countText(strokes.length, "line") : strokes === null ? "nothing" : "malformed"
    assert.equal(outcome, expected, text.slice(0, 40))
  }
})

test("a signature and its text cannot be changed, and are deleted and restored with the matter", async () => {
  const { firm, ada, url, signatures, matter_id } = await newCase({ by_both: false })
  await ada.post(url, signed("Ada Smith"))
  const [before] = await signatures()
  for (const statement of [
    sql`update signatures set name = 'Eve'`,
    sql`update agreement_versions set text = '{"en": "All is ours.", "es": ""}'`,
  ])
    await assert.rejects(firm.write(statement), /cannot be changed/)
  await firm.run((tx) => closeMatter(tx, matter_id))
  const id = await firm.run((tx) => deleteMatter(tx, service.ring, { matter_id, reason: "Asked" }))
  assert.deepEqual(await signatures(), [])
  await firm.run((tx) => restoreMatter(tx, service.ring, id))
  assert.deepEqual(await signatures(), [before])
})

test("a client cannot write agreement texts, and the audit log records who signed what", async () => {
  const { firm, ada, client, url, agreement_id, matter_id } = await newCase({ by_both: false })
  await ada.post(url, signed("Ada Smith"))
  const { rows } = await firm.run((tx) => listAudit(tx, {}, { page: 1, limit: 10, offset: 0 }))
  const entry = rows.find(({ action }) => action === "agreement_signed")
  assert.deepEqual([entry?.label, entry?.matter_id], ["Engagement letter (1)", matter_id])
  await assert.rejects(
    firm.run(async (tx) => {
      await tx.run(sql`select set_config('foyer.matter_id', ${matter_id}, true)`)
      await tx.run(sql`insert into agreement_versions (agreement_id, version, title, text, published_at)
          values (${agreement_id}, 9, '{}', '{}', ${tx.now})`)
    }, client),
    /row-level security/,
  )
  assert.equal((await firm.run((tx) => getAgreement(tx, agreement_id))).signatures, 1)
})
