// What the builder and the page before publication say, by plain requests.
import assert from "node:assert/strict"
import { test } from "node:test"
import { literally } from "../../../../test/harness/literally.ts"
import { provideServiceAndFirm } from "../../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../../test/harness/staff-browser.ts"
import type { Definition, Question } from "../../../definition/definition.ts"
import { saveStep } from "../editing/draft-steps.ts"
import { newSection, withPart, withSection } from "../editing/editing.ts"
import { newQuestion } from "../editing/new-parts.ts"
import { createQuestionnaire, getQuestionnaireRow } from "../questionnaires.ts"

const { service, firm } = provideServiceAndFirm()

const both = (text: string) => ({ en: text, es: `${text} (es)` })
const rent: Question = { ...newQuestion("money"), prompt: both("What is the rent?") }
const kind: Question = {
  ...newQuestion("one_of"),
  prompt: both("What kind of home?"),
  options: [
    { value: "opt_7f3", label: both("A house by the sea") },
    { value: "opt_2c1", label: both("A flat") },
    { value: "opt_9d0", label: both("A boat") },
  ],
}
const total: Question = {
  ...newQuestion("computed"),
  prompt: both("All in all"),
  formula: { kind: "sum", of: [{ question: rent.id }] },
}
const garden: Question = {
  ...newQuestion("text"),
  prompt: "How big is the garden?",
  help: "Roughly.",
  condition: {
    any: [
      { question: kind.id, is: "opt_7f3" },
      { question: rent.id, is_answered: true },
    ],
  },
}
const clients = { ...newSection("clients", both("You")) }
const home = newSection("questions", both("Home"))
const definition = [rent, kind, total, garden].reduce<Definition>(
  (given, question) => withPart(given, home.id, question),
  [clients, home].reduce<Definition>(withSection, { sections: [] }),
)

/** A published questionnaire, and a function that takes a step in its draft's outline. */
async function newDraft() {
  const id = await firm.run((tx) =>
    createQuestionnaire(tx, {
      ...{ title: "Homes", internal_type: "Planning", approach: "planning" as const },
      ...{ url_short_name: `homes-${Math.random().toString(36).slice(2)}`, definition },
    }),
  )
  const staff = await newStaffBrowser(service, firm)
  const url = `/console/questionnaires/${id}/draft`
  const send = async (path: string, form: Record<string, string>) => {
    const { draft_revision } = await firm.run((tx) => getQuestionnaireRow(tx, id))
    return staff("POST", url + path, { ...form, revision: String(draft_revision) })
  }
  const post = (part: string, form: Record<string, string>) => send(`?part=${part}`, form)
  const publish = async () => (await send("/publication", {})).status
  const read = async (path: string) => (await staff("GET", `${url}${path}`)).text
  return { id, post, read, publish }
}

/** The words of a page, without what a reader does not see. */
const wordsIn = (html: string) =>
  html
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, " ")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")

test("a calculated value has a name and is called one", async () => {
  const { read } = await newDraft()
  const words = wordsIn(await read(`?part=${total.id}`))
  assert.match(words, literally("Name of the value"))
  assert.match(words, literally("This calculated value is always shown."))
  assert.doesNotMatch(words, /This notice|This question/)
})

test("removing a question warns of its calculation and condition by name, and publishing names it", async () => {
  const { post, read } = await newDraft()
  const warned = wordsIn(await read(`?part=${rent.id}`))
  assert.match(
    warned,
    literally(
      "These depend on it, and could not be published without it: question “All in all”; question “How big is the garden?”.",
    ),
  )
  assert.doesNotMatch(wordsIn(await read(`?part=${total.id}`)), /depend on it/)
  assert.equal((await post(rent.id, { step: "remove", item: rent.id })).status, 303)
  for (const page of [await read("/publication"), await read(`?part=${total.id}`)]) {
    const words = wordsIn(page)
    assert.match(
      words,
      literally("calculated from “What is the rent?”, which was removed. Choose another one."),
    )
    assert.doesNotMatch(words, /question_[0-9A-F]{32}/)
  }
  assert.ok(
    wordsIn(await read("/publication")).includes(
      "The question “How big is the garden?” has a condition on “What is the rent?”, which was removed.",
    ),
  )
})

test("a question and a choice that never were in a version are named from the draft's earlier steps", async () => {
  const { id, read } = await newDraft()
  const save = (changed: Definition) =>
    firm.run(async (tx) => {
      const { draft_revision } = await getQuestionnaireRow(tx, id)
      await saveStep(tx, id, changed, draft_revision, `Step ${draft_revision}`)
    })
  const added = { ...kind, options: [...(kind.options ?? []), { value: "opt_c4a", label: both("A tent") }] }
  const pets: Question = { ...newQuestion("yes_no"), prompt: both("Any pets?") }
  const conditional = {
    ...garden,
    condition: {
      any: [
        { question: kind.id, is: "opt_c4a" },
        { question: pets.id, is: true },
      ],
    },
  }
  await save([added, pets, conditional].reduce((given, each) => withPart(given, home.id, each), definition))
  await save(withPart(definition, home.id, conditional))
  const words = wordsIn(await read("/publication"))
  assert.match(words, literally("“A tent”, which is not one of its possible answers"), words)
  assert.match(words, literally("a condition on “Any pets?”, which was removed"), words)
  assert.doesNotMatch(words, /opt_c4a|question_[0-9A-F]{32}/)
})

test("a draft with a fault, or without a change, is not published", async () => {
  const { id, post, read, publish } = await newDraft()
  const headingOf = async () => /<h1[^>]*>([^<]*)/.exec(await read("/publication"))?.[1] ?? ""
  assert.match(wordsIn(await read("/publication")), /Nothing to publish.*Back to the draft/)
  assert.doesNotMatch(await headingOf(), /\?/, "there is nothing to ask")
  assert.equal(await publish(), 409)
  await post(rent.id, { step: "remove", item: rent.id })
  assert.match(wordsIn(await read("/publication")), /which was removed.*Fix the problems above/)
  assert.doesNotMatch(await headingOf(), /\?/)
  assert.equal(await publish(), 409)
  await post("", { step: "undo" })
  await post(total.id, { step: "remove", item: total.id })
  assert.match(await headingOf(), /^Publish version .*\?$/)
  assert.equal((await firm.run((tx) => getQuestionnaireRow(tx, id))).current_version, 1)
  assert.equal(await publish(), 303)
})

test("the page before publication counts the texts without Spanish", async () => {
  const { post, read } = await newDraft()
  await post(rent.id, { step: "duplicate", item: rent.id })
  const words = wordsIn(await read("/publication"))
  assert.match(words, literally("2 texts have no Spanish."), words)
  assert.match(words, literally("Show Spanish"))
})
