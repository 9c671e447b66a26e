// Correction requests as clients see them: through the portal's pages, without script.

import assert from "node:assert/strict"
import { test } from "node:test"
import { deed, withKinds } from "../../../../test/harness/kind-questions.ts"
import { literally } from "../../../../test/harness/literally.ts"
import { marksOf, newPortalIntake, type PortalIntake } from "../../../../test/harness/portal-intake.ts"
import { giveRequired } from "../../../../test/harness/sample-intake.ts"
import { upload } from "../../../../test/harness/sample-uploads.ts"
import { provideServiceAndFirm } from "../../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../../test/harness/staff-browser.ts"
import { sql } from "../../../platform/db/sql.ts"
import { saveAnswer } from "../../answers/answers.ts"
import { addAsset } from "../../assets/editing.ts"
import { returnReasons } from "../../checklist/return-reasons.ts"
import { completeMatter, listSubmissions } from "../../submissions/submissions.ts"
import { listCorrections, resolveCorrection, withdrawCorrection } from "../corrections.ts"
import { collectCorrection, requestCorrections } from "../requests.ts"
import type { Subject } from "../subjects.ts"

const { service, firm } = provideServiceAndFirm({}, "Hartwell & Pryce")

type Item = Pick<Subject, "kind" | "record_id"> & { about?: string; words?: string }

/** Requests several corrections at once; returns their ids, in order. */
function request({ matter_id }: PortalIntake, ...items: Item[]): Promise<string[]> {
  return firm.run(async (tx) => {
    const ids = []
    for (const { about = null, words = "Is this right?", ...item } of items)
      ids.push(await collectCorrection(tx, matter_id, { ...item, about, words }))
    await requestCorrections(tx, service, matter_id, { invitation_ids: [], let_edit: false })
    return ids
  })
}
const states = async ({ matter_id }: PortalIntake) =>
  (await firm.run((tx) => listCorrections(tx, matter_id))).map(({ state }) => state)

/** Answers everything the sample questionnaire requires. */
async function complete(intake: PortalIntake): Promise<void> {
  const { matter_id, ids, client } = intake
  await firm.run(async (tx) => {
    await giveRequired(tx, service, intake)
    await saveAnswer(tx, service.ring, matter_id, { question_id: ids.children_wishes, value: "Swimming" })
  }, client)
}

/** The target of the page's link whose text contains `text`. */
function linkTo(html: string, text: string): string {
  const [, href = ""] =
    new RegExp(`<a [^>]*href="([^"]+)"[^>]*>[^<]*${text.replace(/[()]/g, "\\$&")}`).exec(html) ?? []
  return href.replaceAll("&amp;", "&")
}

test("the list shows both clients the firm's words, with a link to each page and field", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ids, ada, ben, matter_id, main, child, client } = intake
  await complete(intake)
  const asset_id = await firm.run(
    (tx) => addAsset(tx, matter_id, { for_fin_category: ids.home, identifier_value: "12 Elm Street" }),
    client,
  )
  const { document_id } = await upload(service, intake, { asset_id }, "deed.txt", "Deed")
  assert.doesNotMatch((await ada.get("/portal")).html, /look at/)
  await request(
    intake,
    { kind: "question", record_id: ids.children_wishes, words: "Do you mean <swimming> lessons?" },
    { kind: "question", record_id: ids.ssn, about: main, words: "A digit is missing." },
    { kind: "contact", record_id: child, words: "Is she called Clio?" },
    { kind: "role", record_id: ids.executor, about: main, words: "Who follows?" },
    { kind: "asset", record_id: asset_id, words: "Is it yours alone?" },
    { kind: "request", record_id: ids.statements, words: "We need May." },
    { kind: "document", record_id: document_id, words: "The deed cannot be read." },
  )
  const links: [string, string, RegExp][] = [
    [
      "Wishes for your children",
      `${intake.pageOf(ids.children_wishes)}?return=home#${ids.children_wishes}`,
      /Do you mean &lt;swimming> lessons\?/,
    ],
    [
      "About you: Social Security number",
      `${intake.pageOf(ids.ssn, `${ids.ssn}/${main}`)}?return=home#${ids.ssn}`,
      /A digit is missing\./,
    ],
    ["Cleo Smith", `/${child}?return=home#relationship_type`, /Is she called Clio\?/],
    [
      "Executor (for Ada)",
      `${intake.pageOf(ids.executor, `${ids.executor}/${main}`)}?return=home#level_1`,
      /Who follows\?/,
    ],
    ["12 Elm Street", `/${asset_id}?return=home#identifier_value`, /Is it yours alone\?/],
    ["Account statements", `${intake.pageOf(ids.statements)}?return=home#files`, /We need May\./],
    ["deed.txt", `/${asset_id}/files?return=home#files`, /The deed cannot be read\./],
  ]
  const home = (await ada.get("/portal")).html
  assert.match(home, /Hartwell &amp; Pryce asks you to look at 7 things again/)
  for (const [title, url, words] of links) {
    const href = linkTo(home, title)
    assert.ok(href.endsWith(url), `${title} leads to ${href}, not ${url}`)
    assert.match(home, words)
    const page = await ada.get(href)
    assert.equal(page.status, 200, href)
    assert.match(page.html, words, `${href} lacks the firm’s words`)
    assert.match(page.html, /I have looked at this/)
  }
  assert.match((await ben.get("/portal")).html, /asks you to look at 7 things again/)
  const spanish = (await ben.get("/portal?lang=es")).html
  assert.match(spanish, /Hartwell &amp; Pryce le pide que revise 7 cosas/)
  assert.match((await ben.get(linkTo(spanish, "Account statements"))).html, /le pide:/)

  const stranger = await newPortalIntake(service, firm)
  assert.doesNotMatch((await stranger.ada.get("/portal")).html, /asks you to look/)
})

test("a change answers the correction and returns to the list, which keeps it until staff resolve it", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ids, ada, ben } = intake
  await complete(intake)
  const [id = ""] = await request(intake, {
    kind: "question",
    record_id: ids.children_wishes,
    words: "Which lessons?",
  })
  const href = linkTo((await ada.get("/portal")).html, "Wishes for your children")
  const page = await ada.get(href)
  const saved = await ada.post(href.split("#")[0] ?? "", {
    ...marksOf(page.html),
    [ids.children_wishes]: "Piano",
  })
  assert.deepEqual([saved.status, saved.location], [303, "/portal"])
  assert.deepEqual(await states(intake), ["answered"])
  for (const client of [ada, ben]) {
    const home = (await client.get("/portal")).html
    assert.match(home, /You have looked at everything Hartwell &amp; Pryce asked about/)
    assert.match(home, />Changed</)
    assert.doesNotMatch(home, /I have looked at this/)
  }
  assert.match((await ada.get(href)).html, /Which lessons\?/)
  await firm.run((tx) => resolveCorrection(tx, intake.matter_id, id))
  assert.doesNotMatch((await ada.get("/portal")).html, /asked about/)
  assert.doesNotMatch((await ada.get(href)).html, /Which lessons\?/)
})

test("a correction of a role that has been asked of each client since leads to the first client’s page", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ids, ada, main } = intake
  const [id] = await request(intake, { kind: "role", record_id: ids.executor, about: main })
  await firm.write(sql`update corrections set about = null where id = ${id}`)
  const href = linkTo((await ada.get("/portal")).html, "Executor")
  assert.equal(href, `${intake.pageOf(ids.executor, `${ids.executor}/${main}`)}?return=home#level_1`)
})

test("the client can confirm an answer in the list, or on its page without losing what was typed there", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ids, ada, ben, child, main } = intake
  await complete(intake)
  const [first = "", second = "", third = ""] = await request(
    intake,
    { kind: "question", record_id: ids.children_wishes },
    { kind: "contact", record_id: child },
    { kind: "question", record_id: ids.ssn, about: main },
  )
  const listed = await ben.post(`/portal/corrections/${first}`)
  assert.deepEqual([listed.status, listed.location], [303, "/portal#asked"])
  assert.deepEqual(await states(intake), ["answered", "open", "open"])
  assert.match((await ada.get("/portal")).html, />Looked at</)

  const href = linkTo((await ada.get("/portal")).html, "Cleo Smith").split("#")[0] ?? ""
  const page = await ada.get(href)
  assert.match(page.html, new RegExp(`<button[^>]*name="looked"[^>]*value="${second}"[^>]*form="page-form"`))
  const pressed = await ada.post(href, {
    ...marksOf(page.html),
    first_name: "Cleo",
    last_name: "Smith-Typed",
    relationship_type: "2CHLD",
    looked: second,
  })
  assert.deepEqual([pressed.status, pressed.location], [303, "/portal"])
  assert.match((await ada.get("/portal")).html, /Cleo Smith-Typed/)
  assert.deepEqual(await states(intake), ["answered", "answered", "open"])

  const going = await ada.get(`/portal/corrections/${third}`)
  assert.equal(going.status, 303)
  assert.match(going.location, literally(ids.ssn))
  const other = await newPortalIntake(service, firm)
  for (const req of [
    other.ada.get(`/portal/corrections/${third}`),
    other.ada.post(`/portal/corrections/${third}`),
  ])
    assert.equal((await req).status, 404)
  assert.deepEqual(await states(intake), ["answered", "answered", "open"])
})

test("a correction about a hidden question has no link but can be confirmed; a withdrawn one is gone", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ids, ada, matter_id } = intake
  await complete(intake)
  const save = (question_id: string, value: string) =>
    firm.run((tx) => saveAnswer(tx, service.ring, matter_id, { question_id, value }), intake.client)
  await save(ids.has_will, "yes")
  const [id = "", other = ""] = await request(
    intake,
    { kind: "question", record_id: ids.will_date },
    { kind: "question", record_id: ids.friend },
  )
  await save(ids.has_will, "no")
  const home = (await ada.get("/portal")).html
  assert.equal(linkTo(home, "When was it signed"), "")
  assert.match(home, /This no longer applies/)
  assert.equal((await ada.get(`/portal/corrections/${id}`)).location, "/portal")
  await firm.run((tx) => withdrawCorrection(tx, matter_id, other))
  assert.match((await ada.get("/portal")).html, /asks you to look at one thing again/)
  await ada.post(`/portal/corrections/${id}`)
  assert.deepEqual(await states(intake), ["answered", "withdrawn"])
})

test("sending with open corrections warns of each once, and is then possible", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ids, ada, child, matter_id } = intake
  await complete(intake)
  const sent = async () => (await firm.run((tx) => listSubmissions(tx, matter_id))).length
  await ada.post("/portal/submission", { after: "0" })
  assert.equal(await sent(), 1)
  const [id = ""] = await request(intake, {
    kind: "question",
    record_id: ids.children_wishes,
    words: "Which lessons?",
  })
  const check = (await ada.get("/portal/check")).html
  assert.match(check, /Hartwell &amp; Pryce still asks about one thing/)
  assert.match(check, /Which lessons\?/)

  const warned = await ada.post("/portal/submission", { after: "1" })
  assert.equal(warned.status, 422)
  assert.match(warned.html, /<h1[^>]*>Before you send/)
  assert.ok(linkTo(warned.html, "Wishes for your children").includes(ids.children_wishes))
  assert.match(warned.html, /Review it first[\s\S]*Send anyway/)
  assert.equal(await sent(), 1)

  // A correction requested after the warning needs a warning of its own.
  await request(intake, { kind: "contact", record_id: child, words: `Clio?\n${returnReasons[1].en}` })
  const again = await ada.post("/portal/submission", { after: "1", warned: id })
  assert.equal(again.status, 422)
  assert.match(again.html, /Clio\?/)
  await ada.get("/portal?lang=es")
  const spanish = [await ada.get("/portal/check"), await ada.post("/portal/submission", { after: "1" })]
  for (const { html } of spanish) assert.match(html, literally(`Clio?\n${returnReasons[1].es}`))
  const ids_warned = [...again.html.matchAll(/name="warned" value="([^"]+)"/g)].map(([, one = ""]) => one)
  assert.equal(ids_warned.length, 2)
  const done = await ada.post("/portal/submission", { after: "1", warned: ids_warned })
  assert.equal(done.status, 303)
  assert.equal(await sent(), 2)
  assert.deepEqual(await states(intake), ["open", "open"])
  for (const one of ids_warned) await ada.post(`/portal/corrections/${one}`)
  assert.doesNotMatch((await ada.get("/portal/check")).html, /still asks/)
  assert.equal((await ada.post("/portal/submission", { after: "2" })).status, 303)
})

test("missing answers are reported before open corrections; a read-only matter shows no corrections and accepts none", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ada, child, matter_id } = intake
  const [id = ""] = await request(intake, { kind: "contact", record_id: child })
  const incomplete = await ada.post("/portal/submission", { after: "0" })
  assert.equal(incomplete.status, 422)
  assert.match(incomplete.html, /Please check a few things/)
  await firm.run((tx) => completeMatter(tx, service.ring, matter_id))
  assert.doesNotMatch((await ada.get("/portal")).html, /asks you to look/)
  assert.equal((await ada.post(`/portal/corrections/${id}`)).status, 409)
  assert.deepEqual(await states(intake), ["open"])
})

test("a correction about a file question is answered by another file, which staff see and accept", async () => {
  const intake = await newPortalIntake(service, firm, { define: withKinds })
  const { ada, matter_id, pageOf } = intake
  const staff = await newStaffBrowser(service, firm)
  const review = `/console/matters/${matter_id}/review`
  const send = async (name: string, content: string) => {
    await upload(service, intake, { request_id: deed }, name, content)
  }
  await send("deed.txt", "Page one")
  await complete(intake)
  await ada.post("/portal/submission", { after: "0" })

  /** Requests a correction on every line of the review that is about the deed. */
  const ask = async () => {
    const lines = (await staff("GET", review)).text
    const links = [...lines.matchAll(/href="(\?ask=[^"#]*)[^"]*"[^>]*>\s*Ask<span[^>]*> ([^<]*)/g)].filter(
      ([, , title = ""]) => /The deed|deed(-2)?\.txt/.test(title),
    )
    for (const [, query = ""] of links) {
      const href = `${review}${query}`
      const form = (await staff("GET", href)).text
      const subject = /name="subject" value="([^"]*)"/.exec(form)?.[1] ?? ""
      const line = /name="line" value="([^"]*)"/.exec(form)?.[1] ?? ""
      const words = `Page two of ${line} is missing.`
      assert.equal((await staff("POST", href, { subject, line, words })).status, 303, `${href} ${subject}`)
    }
    return links.length
  }
  assert.equal(await ask(), 2)
  await firm.run((tx) => requestCorrections(tx, service, matter_id, { invitation_ids: [], let_edit: true }))

  const home = (await ada.get("/portal")).html
  for (const title of ["The deed", "deed.txt"]) {
    const href = linkTo(home, title)
    assert.equal(href, `${pageOf(deed)}?return=home#files`, title)
    const page = (await ada.get(href)).html
    assert.match(page, /Page two of/)
    assert.match(page, /id="files"/)
    assert.match(page, /I have looked at this/)
  }
  assert.match((await ada.get("/portal?lang=es")).html, /La escritura/)
  assert.ok((await states(intake)).every((state) => state === "open"))
  await send("deed-2.txt", "Page two")
  assert.deepEqual(new Set(await states(intake)), new Set(["answered"]))

  const answered = (await staff("GET", review)).text
  assert.match(answered, /Correction answered/)
  assert.match((await staff("GET", `/console/matters/${matter_id}/conversation`)).text, /deed-2\.txt/)
  const row = new RegExp(`<li[^>]*id="[^"]*${deed}[^"]*"[\\s\\S]*?</li>`).exec(
    answered.slice(answered.indexOf("Safe and debts")),
  )?.[0]
  assert.match(row ?? "", /deed\.txt[\s\S]*deed-2\.txt|deed-2\.txt[\s\S]*deed\.txt/)
  const accept = /name="accept" value="([^"]*)"/.exec(row ?? "")?.[1] ?? ""
  assert.equal((await staff("POST", review, { accept })).status, 303)
  const { body } = await firm.request("GET", `/v1/matters/${matter_id}/answers`)
  const answer = body.answers.find(({ question }: { question: string }) => question === deed)
  assert.deepEqual(new Set(answer.value), new Set(["deed.txt", "deed-2.txt"]))
  assert.ok((await ask()) > 2, "what changed can be asked about again")
})
