import assert from "node:assert/strict"
import { test } from "node:test"
import { cookieHeader } from "../../../../test/harness/cookies.ts"
import { literally } from "../../../../test/harness/literally.ts"
import { marksOf, newPortalIntake, type PortalIntake } from "../../../../test/harness/portal-intake.ts"
import { upload } from "../../../../test/harness/sample-uploads.ts"
import { provideServiceAndFirm } from "../../../../test/harness/service.ts"
import { answerKey } from "../../../definition/conditions/conditions.ts"
import { saveAnswer } from "../../answers/answers.ts"
import { loadMatter } from "../../submissions/loaded-matter.ts"
import { readReadiness } from "../../submissions/missing/missing.ts"
import { readRequestStates } from "../document-choices.ts"

const { service, firm } = provideServiceAndFirm()

async function newCase(): Promise<PortalIntake> {
  const intake = await newPortalIntake(service, firm)
  const answer = { question_id: intake.ids.has_will, value: "yes" }
  await firm.run((tx) => saveAnswer(tx, service.ring, intake.matter_id, answer))
  return intake
}

const stateOf = async ({ matter_id }: PortalIntake, id: string) =>
  (await firm.run((tx) => readRequestStates(tx, matter_id))).get(answerKey(id, null))
const readyOf = async ({ matter_id, ids }: PortalIntake) => {
  const { missing, open } = await firm.run((tx) => readReadiness(loadMatter(tx, service.ring, matter_id)))
  const isWill = (id: string | undefined) => id === ids.will_copy
  return {
    missing: missing.some(({ where }) => "request_id" in where && isWill(where.request_id)),
    open: open.some(({ record_id }) => isWill(record_id)),
  }
}

for (const path of ["all", "own"] as const) {
  test(`each choice is saved, can be changed and taken back without script, on the ${path === "all" ? "page of all documents" : "document's own page"}`, async () => {
    const intake = await newCase()
    const { ada, ids } = intake
    const url = intake.pageOf(ids.will_copy, path === "all" ? "all" : ids.will_copy)
    assert.deepEqual(await readyOf(intake), { missing: true, open: false })
    const choose = async (choice: string) => {
      const { html } = await ada.get(url)
      for (const label of ["Add", "I’ll bring it", "I don’t have it"])
        assert.match(html, literally(label), label)
      return ada.post(url, { ...marksOf(html), [ids.will_copy]: choice })
    }
    assert.equal((await choose("bring")).status, 303)
    assert.equal(await stateOf(intake, ids.will_copy), "bring")
    assert.deepEqual(await readyOf(intake), { missing: false, open: true })
    assert.match((await ada.get(url)).html, /value="bring"[^>]* checked/)
    assert.match((await ada.get("/portal/check")).html, /You will bring it/)

    assert.equal((await choose("none")).status, 303)
    assert.equal(await stateOf(intake, ids.will_copy), "none")
    assert.deepEqual(await readyOf(intake), { missing: false, open: false })

    assert.equal((await choose("upload")).status, 303)
    assert.equal(await stateOf(intake, ids.will_copy), undefined)
    assert.deepEqual(await readyOf(intake), { missing: true, open: false })
  })
}

test("autosave saves a choice, shows a conflict between two people, and refuses an unknown one", async () => {
  const intake = await newCase()
  const { ada, ben, ids } = intake
  const page = intake.pageOf(ids.will_copy, "all")
  const save = async (client: typeof ada, choice: string, seen: number) => {
    const payload = { page, controls: { [ids.will_copy]: [choice] }, seen: { [ids.will_copy]: seen } }
    const headers = { cookie: cookieHeader(client.cookies), "sec-fetch-site": "same-origin" }
    const response = await service.app.inject({ method: "POST", url: "/portal/fields", headers, payload })
    return { body: response.json() }
  }
  const first = await save(ada, "bring", 0)
  assert.deepEqual(first.body.saved, { [ids.will_copy]: 1 })
  const conflicting = await save(ben, "none", 0)
  assert.equal(conflicting.body.conflicts[ids.will_copy].theirs, "I’ll bring it")
  assert.equal(await stateOf(intake, ids.will_copy), "bring")
  assert.ok((await save(ada, "perhaps", 1)).body.faults[ids.will_copy])
  assert.deepEqual((await save(ada, "upload", 1)).body.saved, { [ids.will_copy]: 2 })
  assert.equal(await stateOf(intake, ids.will_copy), undefined)
})

test("an upload replaces a choice, which counts again if the file is removed", async () => {
  const intake = await newCase()
  const { ada, ids } = intake
  const url = intake.pageOf(ids.will_copy, "all")
  await ada.post(url, { ...marksOf((await ada.get(url)).html), [ids.will_copy]: "bring" })
  const { document_id } = await upload(service, intake, { request_id: ids.will_copy }, "will.txt", "My will")
  assert.equal(await stateOf(intake, ids.will_copy), "file")
  assert.deepEqual(await readyOf(intake), { missing: false, open: false })
  assert.doesNotMatch((await ada.get(url)).html, new RegExp(`name="${ids.will_copy}"`))
  await ada.post(intake.pageOf(ids.will_copy, `${ids.will_copy}/${document_id}/remove`))
  assert.equal(await stateOf(intake, ids.will_copy), "bring")
})

test("an optional document offers the same choices, in Spanish too", async () => {
  const intake = await newCase()
  const { ada, ids } = intake
  const url = intake.pageOf(ids.statements, "all")
  const { html } = await ada.get(`${url}?lang=es`)
  for (const label of ["Agregar", "Lo llevaré", "No lo tengo"]) assert.match(html, literally(label), label)
  await ada.post(url, { ...marksOf(html), [ids.statements]: "none" })
  assert.equal(await stateOf(intake, ids.statements), "none")
  assert.match((await ada.get("/portal/check?lang=es")).html, /No lo tiene/)
})
