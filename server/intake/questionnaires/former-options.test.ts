import assert from "node:assert/strict"
import { test } from "node:test"
import { literally } from "../../../test/harness/literally.ts"
import { marksOf, newPortalIntake } from "../../../test/harness/portal-intake.ts"
import { sampleDefinition } from "../../../test/harness/sample-intake.ts"
import { provideServiceAndFirm } from "../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../test/harness/staff-browser.ts"
import type { Definition } from "../../definition/definition.ts"
import type { Option } from "../../definition/kinds/kind.ts"
import { sql } from "../../platform/db/sql.ts"
import { saveAnswer } from "../answers/answers.ts"
import { moveToVersion } from "../matters/progress/definition.ts"
import { publishVersion } from "./versions.ts"

const { service, firm } = provideServiceAndFirm()

const first: Option[] = [
  { value: "a", label: { en: "A, with comma", es: "A, con coma" } },
  { value: "b", label: "B" },
  { value: "c", label: "C" },
  { value: "none", label: "None of these", exclusive: true },
]

/** The sample questionnaire, in which two questions offer these options. */
function offering(ids: Parameters<typeof sampleDefinition>[0], options: Option[]): Definition {
  const { sections } = sampleDefinition(ids)
  return {
    sections: sections.map((section) =>
      section.kind !== "questions"
        ? section
        : {
            ...section,
            questions: section.questions.map((question) =>
              question.id === ids.friend
                ? { ...question, prompt: "Pick one", type: "one_of" as const, options }
                : question.id === ids.children_wishes
                  ? { ...question, prompt: "Pick any", type: "many_of" as const, options }
                  : question,
            ),
          },
    ),
  }
}

test("an answer whose option was taken out keeps its words in every reader, through later versions", async () => {
  const { ids, matter_id, ada } = await newPortalIntake(service, firm, {
    define: (parts) => offering(parts, first),
  })
  const save = (question_id: string, value: string | string[]) =>
    firm.run((tx) => saveAnswer(tx, service.ring, matter_id, { question_id, value }))
  await save(ids.friend, "a")
  await save(ids.children_wishes, ["a", "b"])
  const shownBy = async (question: string) =>
    (await firm.request("GET", `/v1/matters/${matter_id}/answers`)).body.answers.find(
      (each: { question: string }) => each.question === question,
    )
  assert.equal((await shownBy(ids.friend)).display_value, "A, with comma")

  const { questionnaire_id } = await firm.one<{ questionnaire_id: string }>(
    sql`select questionnaire_id from matters where id = ${matter_id}`,
  )
  const publish = (options: Option[]) =>
    firm.run((tx) => publishVersion(tx, questionnaire_id, offering(ids, options)))
  await publish(first.slice(1))

  // Before moving, staff read which matter and which answer are concerned.
  const staff = await newStaffBrowser(service, firm)
  const { text } = await staff("GET", `/console/questionnaires/${questionnaire_id}/outdated`)
  assert.match(text, literally("“Pick one” is answered “A, with comma”, which is no longer offered."))
  assert.match(text, literally("“Pick any” is answered “A, with comma”, which is no longer offered."))
  assert.doesNotMatch(text, literally("is answered “B”"))

  await publish(first.slice(2))
  await firm.run((tx) => moveToVersion(tx, matter_id, 3))
  const [one, any] = [await shownBy(ids.friend), await shownBy(ids.children_wishes)]
  assert.deepEqual([one.value, one.display_value], ["a", "A, with comma (no longer offered)"])
  assert.deepEqual(any.display_value, "A, with comma (no longer offered), B (no longer offered)")
  const check = await ada.get("/portal/check?lang=es")
  assert.match(check.html, literally("A, con coma (ya no se ofrece)"))
  const review = await staff("GET", `/console/matters/${matter_id}/review`)
  assert.match(review.text, literally("A, with comma (no longer offered)"))
  // Offered again, it is an ordinary option.
  await publish(first)
  await firm.run((tx) => moveToVersion(tx, matter_id, 4))
  assert.equal((await shownBy(ids.friend)).display_value, "A, with comma")
})

test("a choice that stands alone is refused together with others, without script, and nothing is guessed", async () => {
  const { ids, ada, pageOf, matter_id } = await newPortalIntake(service, firm, {
    define: (parts) => offering(parts, first),
  })
  const url = pageOf(ids.children_wishes)
  const send = async (choices: string[]) =>
    ada.post(url, { ...marksOf((await ada.get(url)).html), [ids.children_wishes]: choices })
  const stored = async () =>
    (await firm.request("GET", `/v1/matters/${matter_id}/answers`)).body.answers.find(
      (each: { question: string }) => each.question === ids.children_wishes,
    )?.value ?? null
  for (const together of [
    ["a", "none"],
    ["none", "b", "c"],
  ]) {
    const refused = await send(together)
    assert.equal(refused.status, 422)
    assert.match(refused.html, literally("one of them cannot be combined with others"))
    assert.equal(await stored(), null)
  }
  for (const fine of [["none"], ["a", "c"]]) {
    assert.equal((await send(fine)).status, 303)
    assert.deepEqual(await stored(), fine)
  }
  assert.match((await ada.get(url)).html, literally("data-exclusive"))
})
