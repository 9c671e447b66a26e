// A questionnaire is 100% done exactly when it can be sent: for every approach, and for every way to lack something.
import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { newIntake, type SampleIntake } from "../../../../test/harness/sample-intake.ts"
import { provideService, type TestFirm } from "../../../../test/harness/service.ts"
import { approaches } from "../../../definition/definition.ts"
import { sql, type Tx } from "../../../platform/db/sql.ts"
import { saveAnswer } from "../../answers/answers.ts"
import { addAsset } from "../../assets/editing.ts"
import { changeContact } from "../../contacts/editing.ts"
import { changeAgendaItem } from "../../matters/progress/agenda.ts"
import { definitionOf } from "../../matters/progress/definition.ts"
import { markReviewed } from "../../matters/progress/section-reviews.ts"
import { recordUnfinishedFields } from "../../matters/progress/unfinished-fields.ts"
import { assignRole } from "../../roles/roles.ts"
import { findMissing } from "./missing.ts"
import { readProgress } from "./progress.ts"

const service = provideService()

type Typed = Record<string, string>
/** One thing left undone in a matter that is otherwise complete; `blocks` says whether sending asks for it. */
interface Gap {
  name: string
  blocks: boolean
  couple?: true
  leave(tx: Tx, intake: SampleIntake): Promise<unknown>
}

const begin = (tx: Tx, { matter_id }: SampleIntake, record_id: string, field: string, typed: Typed) =>
  recordUnfinishedFields(tx, matter_id, record_id, [{ field, typed }])
const answer = (tx: Tx, { matter_id }: SampleIntake, question_id: string, value: string) =>
  saveAnswer(tx, service.ring, matter_id, { question_id, value })
const talkAbout = (tx: Tx, { matter_id }: SampleIntake, record_id: string, field: string) =>
  changeAgendaItem(tx, matter_id, { record_id, field }, true)
const unborn = async (tx: Tx, intake: SampleIntake, id: string, typed: Typed) => {
  await changeContact(tx, id, [{ field: "date_of_birth", value: null }])
  await begin(tx, intake, id, "date_of_birth", typed)
}
const share = (tx: Tx, asset_id: string, contact_id: string, share: number) =>
  tx.run(sql`
    insert into asset_beneficiaries (matter_id, asset_id, contact_id, level, share, position)
    select matter_id, ${asset_id}, ${contact_id}, 'primary', ${share}, 1 from assets where id = ${asset_id}`)

const gaps: Gap[] = [
  { name: "nothing", blocks: false, leave: async () => undefined },
  {
    name: "a half-typed date of a question that is hidden",
    blocks: false,
    leave: (tx, intake) => begin(tx, intake, intake.matter_id, intake.ids.will_date, { day: "7" }),
  },
  {
    name: "a half-typed date of a question that shows, though the client wants to talk about it",
    blocks: true,
    leave: async (tx, intake) => {
      await answer(tx, intake, intake.ids.has_will, "yes")
      await talkAbout(tx, intake, intake.matter_id, intake.ids.will_date)
      await tx.run(sql`
        insert into document_choices (matter_id, request_id, chosen_for, choice, chosen_at)
        values (${intake.matter_id}, ${intake.ids.will_copy}, '', 'none', ${tx.now})`)
      await begin(tx, intake, intake.matter_id, intake.ids.will_date, { day: "7" })
    },
  },
  {
    name: "a document that the firm no longer needs",
    blocks: false,
    leave: async (tx, intake) => {
      await answer(tx, intake, intake.ids.has_will, "yes")
      await talkAbout(tx, intake, intake.matter_id, intake.ids.will_date)
      await tx.run(sql`
        insert into dropped_items (matter_id, kind, record_id, dropped_at)
        values (${intake.matter_id}, 'document', ${intake.ids.will_copy}, ${tx.now})`)
    },
  },
  {
    name: "an answer that its question no longer takes",
    blocks: true,
    leave: (tx, { ids }) =>
      tx.run(sql`update answers set value = '"perhaps"' where question_id = ${ids.has_will}`),
  },
  {
    name: "the executor of one of two clients",
    blocks: true,
    couple: true,
    leave: (tx, { ids, spouse }) =>
      tx.run(sql`
        delete from role_assignments where role_id = ${ids.executor} and focus_contact_id = ${spouse}`),
  },
  {
    name: "the executor of one of two clients, who wants to talk about the other's",
    blocks: true,
    couple: true,
    leave: async (tx, intake) => {
      const { ids, main, spouse, matter_id } = intake
      await tx.run(sql`
        delete from role_assignments where role_id = ${ids.executor} and focus_contact_id = ${spouse}`)
      await talkAbout(tx, intake, matter_id, `${ids.executor}:${main}`)
    },
  },
  {
    name: "a relative's day of birth",
    blocks: false,
    leave: (tx, intake) => unborn(tx, intake, intake.child, { month: "May", year: "1987" }),
  },
  {
    name: "a relative's month of birth in words that name none",
    blocks: true,
    leave: (tx, intake) => unborn(tx, intake, intake.child, { month: "spring", year: "1987" }),
  },
  {
    name: "a client's half-typed date of birth, though the client wants to talk about it",
    blocks: true,
    leave: async (tx, intake) => {
      await unborn(tx, intake, intake.main, { year: "1962" })
      await talkAbout(tx, intake, intake.main, "date_of_birth")
    },
  },
  {
    name: "a client's date of birth, which the client wants to talk about",
    blocks: false,
    leave: async (tx, intake) => {
      await changeContact(tx, intake.main, [{ field: "date_of_birth", value: null }])
      await talkAbout(tx, intake, intake.main, "date_of_birth")
    },
  },
  {
    name: "a client's name",
    blocks: true,
    leave: (tx, { main }) =>
      tx.run(sql`update contacts set first_name = '', last_name = '' where id = ${main}`),
  },
  {
    name: "shares that don't add up",
    blocks: true,
    leave: async (tx, { matter_id, ids, child }) => {
      const policy = await addAsset(tx, matter_id, {
        for_fin_category: ids.insurance,
        identifier_value: "Life",
      })
      await share(tx, policy, child, 60)
    },
  },
  {
    name: "a share nobody can read",
    blocks: true,
    leave: async (tx, intake) => {
      const { matter_id, ids, child } = intake
      const policy = await addAsset(tx, matter_id, {
        for_fin_category: ids.insurance,
        identifier_value: "Life",
      })
      await share(tx, policy, child, 100)
      await begin(tx, intake, policy, "beneficiaries.primary", { share: "the rest" })
    },
  },
  {
    name: "shares of an asset that is no longer asked for beneficiaries",
    blocks: false,
    leave: async (tx, { matter_id, ids, child }) => {
      const home = await addAsset(tx, matter_id, { for_fin_category: ids.home, identifier_value: "Home" })
      await share(tx, home, child, 60)
    },
  },
  {
    name: "the rest of an asset's date",
    blocks: true,
    leave: async (tx, intake) => {
      const { matter_id, ids } = intake
      const home = await addAsset(tx, matter_id, { for_fin_category: ids.home, identifier_value: "Home" })
      await begin(tx, intake, home, ids.purchased, { month: "5", day: "1" })
    },
  },
  {
    name: "the rest of an asset's date, which the firm's software has sent since",
    blocks: false,
    leave: async (tx, intake) => {
      const { matter_id, ids } = intake
      const home = await addAsset(tx, matter_id, { for_fin_category: ids.home, identifier_value: "Home" })
      await begin(tx, intake, home, ids.purchased, { month: "5" })
      await tx.run(sql`
        insert into asset_fields (matter_id, asset_id, field_id, answer)
        values (${matter_id}, ${home}, ${ids.purchased}, '2001-05-01')`)
    },
  },
]

for (const approach of approaches) {
  test(`100% means that the answers can be sent, whatever is left undone: ${approach}`, async () => {
    const firm = await service.newFirm()
    const isSelf = approach === "planning" || approach === "business"
    for (const gap of gaps.filter(({ couple }) => isSelf || !couple)) {
      const intake = await newIntake(firm, { approach, couple: isSelf })
      await firm.run((tx) => complete(tx, intake))
      await firm.run((tx) => gap.leave(tx, intake))
      const { missing, progress } = await readBoth(firm, intake)
      const words = missing.map(({ message }) => message).join(" ")
      assert.deepEqual(
        [missing.length > 0, progress?.percent === 100],
        [gap.blocks, !gap.blocks],
        `${gap.name}: ${words}`,
      )
    }
  })
}

const readBoth = (firm: TestFirm, { matter_id }: SampleIntake) =>
  firm.run(async (tx) => ({
    missing: await findMissing(tx, service.ring, matter_id),
    progress: (await readProgress(tx, [matter_id])).get(matter_id),
  }))

test("any of them left undone together, 100% and sending agree at every step", async () => {
  const firm = await service.newFirm()
  const left = fc.shuffledSubarray(gaps, { maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(left, async (some) => {
      const intake = await newIntake(firm, { approach: "planning", couple: true })
      await firm.run((tx) => complete(tx, intake))
      for (const gap of some) {
        await firm.run((tx) => gap.leave(tx, intake))
        const { missing, progress } = await readBoth(firm, intake)
        assert.equal(progress?.percent === 100, missing.length === 0, JSON.stringify(missing))
      }
    }),
    { numRuns: Number(process.env.FOYER_RANDOM_RUNS ?? 5) },
  )
})

/** Gives everything the sample questionnaire requires, and confirms every section. */
async function complete(tx: Tx, intake: SampleIntake): Promise<void> {
  const { matter_id, ids, main, spouse, child } = intake
  const { contact_representative_id } = await tx.one<{ contact_representative_id: string | null }>(
    sql`select contact_representative_id from matters where id = ${matter_id}`,
  )
  const date = { field: "date_of_birth", value: "1960-01-02" }
  for (const id of [main, spouse].filter(Boolean))
    await changeContact(tx, id, [{ field: "first_name", value: "Ada" }, date])
  if (contact_representative_id) {
    await changeContact(tx, contact_representative_id, [{ field: "first_name", value: "Bo" }])
    await talkAbout(tx, intake, contact_representative_id, "email_addresses")
  }
  await answer(tx, intake, ids.has_will, "no")
  for (const focus of spouse ? [main, spouse] : [null])
    await assignRole(tx, matter_id, {
      role_id: ids.executor,
      ...(focus && { focus_contact_id: focus }),
      levels: [[child]],
    })
  // The guardians' section shows, and asks for nothing.
  await answer(tx, intake, ids.children_wishes, "A dog")
  const { definition } = await definitionOf(tx, matter_id)
  for (const { id } of definition.sections) await markReviewed(tx, matter_id, id)
}
