import assert from "node:assert/strict"
import { test } from "node:test"
import { fillIn } from "../../../../test/contract/sample-firm.ts"
import { marksOf, newFirmWithPortalIntake, newPortalIntake } from "../../../../test/harness/portal-intake.ts"
import { type SampleParts, sampleDefinition } from "../../../../test/harness/sample-intake.ts"
import { provideService } from "../../../../test/harness/service.ts"
import type { Definition } from "../../../definition/definition.ts"
import { saveAnswer } from "../../answers/answers.ts"
import { closeMatter } from "../../matters/lifecycle.ts"
import { markReviewed } from "../../matters/progress/section-reviews.ts"
import { assignRole } from "../../roles/roles.ts"

const service = provideService()

test("every page of a section shows the section's name and a bar that advances with each page, without numbers that move", async () => {
  const { ada, ben, names } = await newPortalIntake(service, await service.newFirm())
  const page = names.replace("/names", "")
  const first = positionOf((await ada.get(page)).html)
  assert.equal(first.part, "About you")
  const second = positionOf((await ada.get(names.replace("/main/names", "/partner"))).html)
  assert.equal(second.part, first.part)
  assert.ok(
    second.value > first.value && second.value < 1,
    `${first.value}, then ${second.value} of one part`,
  )
  // The last page of a section completes its share of the bar.
  assert.equal(positionOf((await ada.get(names.replace("/main/names", "/check"))).html).value, 1)
  // A page shown again with faults keeps its position.
  const faulty = await ada.post(page, { "seen.first_name": "0", first_name: "" })
  assert.equal(faulty.status, 422)
  assert.deepEqual(positionOf(faulty.html), first)
  const spanish = await ben.get(`${names}?lang=es`)
  assert.equal(positionOf(spanish.html).part, "About you")
})

test("a section opens at its first missing answer, or else after the last one given", async () => {
  const intake = await newFirmWithPortalIntake(service)
  const { firm, ada, ids, pageOf, matter_id } = intake
  const section = pageOf(ids.has_will, "")
  const opensAt = async () => (await ada.get(section.slice(0, -1))).location
  const answer = (question_id: string, value: string) =>
    firm.run((tx) => saveAnswer(tx, service.ring, matter_id, { question_id, value }))
  assert.equal(await opensAt(), pageOf(ids.has_will))
  await answer(ids.children_wishes, "Piano")
  assert.equal(await opensAt(), pageOf(ids.has_will), "a missing answer before the last one given")
  await answer(ids.children_wishes, "")
  await answer(ids.has_will, "no")
  assert.notEqual(await opensAt(), pageOf(ids.has_will))
})

test("the list of sections marks the current and the completed ones, and links to each that can be started", async () => {
  const intake = await newFirmWithPortalIntake(service)
  const { firm, ada, names, matter_id } = intake
  const before = railOf((await ada.get(names)).html)
  assert.match(before, /aria-current="step"><span>About you</)
  assert.match(before, /<span>Your family</)
  assert.doesNotMatch(before, /\(Completed\)/)
  // Adding a person from a section's page stays within that section.
  const back = names.replace("/main/names", "/check")
  const adding = await ada.get(`/portal/people/new?for=level_1&back=${back}`)
  assert.match(railOf(adding.html), /aria-current="step"><span>About you</)

  await fillIn(service, intake)
  const [, section_id = ""] = /sections\/([^/]+)/.exec(names) ?? []
  await firm.run((tx) => markReviewed(tx, matter_id, section_id))
  const check = railOf((await ada.get("/portal/check")).html)
  assert.match(check, /<span>About you<\/span>.*?\(Completed\)/)
  assert.match(check, /aria-current="step"><span>Check and send</)
  assert.equal(positionOf((await ada.get("/portal/check")).html).part, "")
})

test("beside every question are the people named so far, with the roles they come first in", async () => {
  const firm = await service.newFirm()
  const { ada, ids, pageOf, matter_id, child, other_child, main } = await newPortalIntake(service, firm)
  const shown = async () =>
    /<aside class="so-far".*?<\/aside>/s.exec((await ada.get(pageOf(ids.has_will))).html)?.[0] ?? ""
  assert.match(await shown(), /Cleo Smith<\/b> <span class="hint">Child<\/span><\/li>/)
  await firm.run((tx) =>
    assignRole(tx, matter_id, {
      role_id: ids.executor,
      focus_contact_id: main,
      levels: [[child], [other_child]],
    }),
  )
  const named = await shown()
  assert.match(named, /Cleo Smith<\/b>(?:(?!<\/li>).)*tone-neutral">Executor</)
  assert.doesNotMatch(named, /Dan Smith<\/b>(?:(?!<\/li>).)*Executor/)
})

test("the home page always has one large button for the next step", async () => {
  const intake = await newFirmWithPortalIntake(service)
  const { firm, ada, matter_id, names } = intake
  assert.equal(buttonOf((await ada.get("/portal")).html), "Continue About you")
  assert.match(buttonOf((await ada.get("/portal?lang=es")).html), /^Continuar/)
  await ada.get("/portal?lang=en")
  await fillIn(service, intake)
  assert.equal(buttonOf((await ada.get("/portal")).html), "See what was sent")
  const { html } = await ada.get(names)
  await ada.post(names, { ...marksOf(html), first_name: "Adele", last_name: "Smith" })
  assert.equal(buttonOf((await ada.get("/portal")).html), "Check and send the changes")
  await firm.run((tx) => closeMatter(tx, matter_id))
  assert.equal(buttonOf((await ada.get("/portal")).html), "Your answers")
})

test("once all sections are done, the large button leads to checking and sending", async () => {
  const firm = await service.newFirm()
  const define = (ids: SampleParts): Definition => ({ sections: sampleDefinition(ids).sections.slice(1, 2) })
  const { ada, peopleAt } = await newPortalIntake(service, firm, { define })
  assert.equal(buttonOf((await ada.get("/portal")).html), "Continue Your family")
  await ada.post(peopleAt("check"))
  assert.equal(buttonOf((await ada.get("/portal")).html), "Check and send")
})

test("what is done is one line that opens, and the tiles say how signing, files and messages stand", async () => {
  const { firm, ada, ids, matter_id, peopleAt } = await newFirmWithPortalIntake(service)
  assert.doesNotMatch((await ada.get("/portal")).html, /done-parts/)
  await firm.run((tx) => saveAnswer(tx, service.ring, matter_id, { question_id: ids.has_will, value: "yes" }))
  await ada.post(peopleAt("check"))
  const { html } = await ada.get("/portal")
  assert.match(html, /<details[^>]*id="done-parts">.*?1 part done.*?>Your family<.*?<\/details>/s)
  const tiles = [...html.matchAll(/class="tile[^>]*id="(\w+)".*?<span>([^<]*)</gs)].map(([, ...tile]) => tile)
  assert.deepEqual(tiles, [
    ["files", "1 file to add"],
    ["messages", "No messages yet"],
  ])
})

test("each completed page advances the home page's bar, even before its section is done", async () => {
  const { ada, ids, pageOf } = await newPortalIntake(service, await service.newFirm())
  const before = progressOf((await ada.get("/portal")).html)
  const page = pageOf(ids.has_will)
  await ada.post(page, { ...marksOf((await ada.get(page)).html), [ids.has_will]: "no" })
  const after = progressOf((await ada.get("/portal")).html)
  assert.ok(after.percent > before.percent, `${before.percent} %, then ${after.percent} %`)
  assert.equal(after.value, after.percent)
})

function progressOf(html: string): { percent: number; value: number } {
  const [, percent] = /(\d+)% done/.exec(html) ?? []
  const [, value] = /<progress class="progress" id="progress" max="100" value="(\d+)"/.exec(html) ?? []
  return { percent: Number(percent), value: Number(value) }
}

function positionOf(html: string): { part: string; value: number } {
  const [, part = ""] = /<p class="position"><b>([^<]*)<\/b><\/p>/.exec(html) ?? []
  const [, value = "0"] = /class="progress position-bar"[^>]* value="([\d.]+)"/.exec(html) ?? []
  return { part, value: Number(value) }
}

function railOf(html: string): string {
  return /<nav class="rail".*?<\/nav>/s.exec(html)?.[0] ?? ""
}

function buttonOf(html: string): string {
  const [main = ""] = /<main.*<\/main>/s.exec(html) ?? []
  const found = [...main.matchAll(/class="button button-primary button-wide"[^>]*>(.*?)<\/a>/gs)]
  assert.equal(found.length, 1, "one large button")
  return (found[0]?.[1] ?? "").replace(/<[^>]*>/g, "").trim()
}
