import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../../../test/harness/assert-each.ts"
import { newIntake, type SampleIntake, sampleDefinition } from "../../../../../test/harness/sample-intake.ts"
import { provideService, type TestFirm } from "../../../../../test/harness/service.ts"
import type { Tx } from "../../../../platform/db/database.ts"
import { saveAnswer } from "../../../answers/answers.ts"
import { changeBeneficiaries } from "../../../assets/beneficiaries.ts"
import { addAsset, changeAsset } from "../../../assets/editing.ts"
import { addContact, changeContact } from "../../../contacts/editing.ts"
import { changeMatterFacts } from "../../../contacts/facts.ts"
import { assignRole } from "../../../roles/roles.ts"
import { loadMatter } from "../../loaded-matter.ts"
import type { Finding, FindingCode } from "./finding.ts"
import { listFindings } from "./findings.ts"

const service = provideService({ clock: () => new Date("2026-03-02T09:30:00Z") })

interface Case {
  firm: TestFirm
  intake: SampleIntake
  /** Changes the matter and returns the findings of one kind. */
  found(code: FindingCode, work?: (tx: Tx, intake: SampleIntake) => Promise<unknown>): Promise<Finding[]>
}

async function newCase(options?: Parameters<typeof newIntake>[1]): Promise<Case> {
  const firm = await service.newFirm()
  const intake = await newIntake(firm, options)
  return {
    firm,
    intake,
    found: async (code, work = async () => undefined) => {
      await firm.run((tx) => work(tx, intake))
      const findings = await firm.run((tx) =>
        listFindings(tx, loadMatter(tx, service.ring, intake.matter_id)),
      )
      return findings.filter((finding) => finding.code === code)
    },
  }
}

const edit = (field: string, value: string | number | null) => [{ field, value }]
const serve = (tx: Tx, { matter_id, ids, main }: SampleIntake, ...levels: string[][]) =>
  assignRole(tx, matter_id, { role_id: ids.executor, focus_contact_id: main, levels })
const insure = (tx: Tx, { matter_id, ids }: SampleIntake) =>
  addAsset(tx, matter_id, { for_fin_category: ids.insurance, identifier_value: "Policy 12" })

test("an ordinary matter has no findings", async () => {
  const { firm, intake } = await newCase()
  assert.deepEqual(
    await firm.run((tx) => listFindings(tx, loadMatter(tx, service.ring, intake.matter_id))),
    [],
  )
})

test("shares that do not add up to 100 percent", async () => {
  const { found, intake } = await newCase()
  let asset_id = ""
  const [finding] = await found("shares_incomplete", async (tx) => {
    asset_id = await insure(tx, intake)
    await changeBeneficiaries(tx, asset_id, [
      { contact_id: intake.child, level: "primary", share: "50" },
      { contact_id: intake.other_child, level: "primary", share: "49.99" },
    ])
  })
  assert.deepEqual(finding, {
    code: "shares_incomplete",
    where: { asset_id },
    sentence:
      "The shares of the primary beneficiaries of “Policy 12” come to 99.99%. They must come to 100%.",
  })
  const whole = await found("shares_incomplete", (tx) =>
    changeBeneficiaries(tx, asset_id, [{ contact_id: intake.child, level: "primary", share: "100" }]),
  )
  assert.deepEqual(whole, [])
})

test("a deceased person serves", async () => {
  const { found, intake } = await newCase()
  const findings = await found("serves_deceased", async (tx) => {
    await serve(tx, intake, [intake.child], [intake.other_child])
    await changeContact(tx, intake.child, edit("date_of_death", "2024-05-01"))
  })
  assert.deepEqual(findings, [
    {
      code: "serves_deceased",
      where: { role_id: intake.ids.executor, focus_contact_id: intake.main },
      sentence: "Cleo Smith, chosen as “Executor” for Ada Smith, is deceased.",
    },
  ])
})

test("a former spouse serves, by the relationship or by the client's marital status", async () => {
  const divorced = await newCase()
  const [byRelationship] = await divorced.found("serves_divorced", async (tx, intake) => {
    const former = { relationship_type: "1DIVO", first_name: "Finn", last_name: "Gray" }
    await serve(tx, intake, [await addContact(tx, intake.matter_id, former)])
  })
  assert.equal(byRelationship?.sentence, "Finn Gray, chosen as “Executor” for Ada Smith, is a former spouse.")
  const known = await newCase()
  const [byStatus] = await known.found("serves_divorced", async (tx, intake) => {
    await serve(tx, intake, [intake.spouse])
    await changeMatterFacts(tx, intake.matter_id, edit("contact_main_marital_status", "divorced"))
  })
  assert.match(byStatus?.sentence ?? "", /^Ben Smith, .* is a former spouse\.$/)
})

test("a minor serves until the eighteenth birthday", async () => {
  const { found, intake } = await newCase()
  await found("serves_minor", (tx) => serve(tx, intake, [intake.child]))
  const born = (day: string) =>
    found("serves_minor", (tx) => changeContact(tx, intake.child, edit("date_of_birth", day)))
  assert.match((await born("2008-03-03"))[0]?.sentence ?? "", /^Cleo Smith, .* is 17\.$/)
  assert.deepEqual(await born("2008-03-02"), [])
})

test("a role that asks for successors has none", async () => {
  const { found, intake } = await newCase()
  const [finding] = await found("successor_missing", (tx) =>
    serve(tx, intake, [intake.child, intake.other_child]),
  )
  assert.equal(finding?.sentence, "No one succeeds Cleo Smith and Dan Smith as “Executor” for Ada Smith.")
  const followed = await found("successor_missing", (tx) =>
    serve(tx, intake, [intake.child], [intake.other_child]),
  )
  assert.deepEqual(followed, [])
})

test("a minor child without a guardian, even where the client hid the question", async () => {
  const { found, intake } = await newCase()
  const [finding] = await found("minor_without_guardian", (tx) =>
    changeContact(tx, intake.child, edit("date_of_birth", "2014-07-01")),
  )
  assert.deepEqual(finding, {
    code: "minor_without_guardian",
    where: { contact_id: intake.child },
    sentence: "Cleo Smith is 11, and no one is named as “Guardian of the children”.",
  })
  const named = await found("minor_without_guardian", async (tx) => {
    const { matter_id, ids } = intake
    await saveAnswer(tx, service.ring, matter_id, { question_id: ids.children_wishes, value: "Together" })
    await assignRole(tx, matter_id, { role_id: ids.guardian, levels: [[intake.other_child]] })
  })
  assert.deepEqual(named, [])
})

test("several minor children without a guardian are one finding that names them all", async () => {
  const { found, intake } = await newCase()
  const findings = await found("minor_without_guardian", async (tx) => {
    await changeContact(tx, intake.child, edit("date_of_birth", "2014-07-01"))
    await changeContact(tx, intake.other_child, edit("date_of_birth", "2025-12-24"))
  })
  assert.deepEqual(findings, [
    {
      code: "minor_without_guardian",
      where: { contact_id: intake.child },
      sentence:
        "Cleo Smith (11) and Dan Smith (not yet 1) are minors, and no one is named as “Guardian of the children”.",
    },
  ])
})

test("an owner given as text is not among the matter's people", async () => {
  const { found } = await newCase()
  const own = async (owner_value: string) => {
    const before = await found("owner_unknown")
    const after = await found("owner_unknown", (tx, { matter_id, ids }) =>
      addAsset(tx, matter_id, {
        for_fin_category: ids.home,
        identifier_value: "12 Elm Street",
        owner_type: "other",
        owner_value,
      }),
    )
    return after.slice(before.length).map(({ sentence }) => sentence)
  }
  assert.deepEqual(await own("Smith & Sons, LLC"), [
    "“Smith & Sons, LLC”, named as owner of “12 Elm Street”, is not among the people.",
  ])
  assert.deepEqual(await own("Ada Smith and Gus Gray"), [
    "“Gus Gray”, named as owner of “12 Elm Street”, is not among the people.",
  ])
  assert.deepEqual(await own("cleo smith, Dan Smith"), [])
})

test("a beneficiary is deceased, or a minor", async () => {
  const { found, intake } = await newCase()
  const dead = await found("beneficiary_deceased", async (tx) => {
    await changeBeneficiaries(tx, await insure(tx, intake), [
      { contact_id: intake.child, level: "primary", share: "100" },
      { contact_id: intake.other_child, level: "contingent", share: "100" },
    ])
    await changeContact(tx, intake.child, edit("date_of_death", "2024-05-01"))
    await changeContact(tx, intake.other_child, edit("date_of_birth", "2025-12-24"))
  })
  assertEach(dead, ({ sentence }) => sentence, [
    "Cleo Smith, primary beneficiary of “Policy 12”, is deceased.",
  ])
  const [minor] = await found("beneficiary_minor")
  assert.equal(minor?.sentence, "Dan Smith, contingent beneficiary of “Policy 12”, is not yet 1.")
})

test("several beneficiaries of an asset who are minors, or deceased, share one sentence", async () => {
  const { found, intake } = await newCase()
  const children = [intake.child, intake.other_child]
  const minors = await found("beneficiary_minor", async (tx) => {
    await changeBeneficiaries(
      tx,
      await insure(tx, intake),
      children.map((contact_id) => ({ contact_id, level: "primary", share: "50" })),
    )
    await changeContact(tx, intake.child, edit("date_of_birth", "2014-07-01"))
    await changeContact(tx, intake.other_child, edit("date_of_birth", "2025-12-24"))
  })
  assertEach(minors, ({ sentence }) => sentence, [
    "Cleo Smith (11) and Dan Smith (not yet 1), primary beneficiaries of “Policy 12”, are minors.",
  ])
  const dead = await found("beneficiary_deceased", async (tx) => {
    for (const child of children) await changeContact(tx, child, edit("date_of_death", "2026-02-01"))
  })
  assertEach(dead, ({ sentence }) => sentence, [
    "Cleo Smith and Dan Smith, primary beneficiaries of “Policy 12”, are deceased.",
  ])
  assert.deepEqual(await found("beneficiary_minor"), [])
})

test("a married client has no spouse among the people", async () => {
  const { found } = await newCase({ couple: false })
  const married = await found("partner_missing", (tx, { matter_id }) =>
    changeMatterFacts(tx, matter_id, edit("contact_main_marital_status", "married")),
  )
  assert.match(married[0]?.sentence ?? "", /is married, and no spouse/)
  const listed = await found("partner_missing", (tx, { matter_id }) =>
    addContact(tx, matter_id, { relationship_type: "1MARR", first_name: "Ben", last_name: "Smith" }),
  )
  assert.deepEqual(listed, [])
})

test("the number of children listed differs from the client's answer", async () => {
  const { found } = await newCase()
  const withChildren = (number: number) =>
    found("children_differ", (tx, { matter_id }) =>
      changeMatterFacts(tx, matter_id, edit("number_of_children", number)),
    )
  assert.deepEqual(await found("children_differ", async () => undefined), [], "not answered yet")
  assert.match((await withChildren(0))[0]?.sentence ?? "", /is 0, and 2 children are among the people/)
  assert.match((await withChildren(3))[0]?.sentence ?? "", /is 3, and 2 children are among the people/)
  assert.deepEqual(await withChildren(2), [])
})

test("a required document is missing, once it is requested", async () => {
  const { found, intake } = await newCase()
  const [finding] = await found("document_missing", (tx) =>
    saveAnswer(tx, service.ring, intake.matter_id, { question_id: intake.ids.has_will, value: true }),
  )
  assert.deepEqual(finding, {
    code: "document_missing",
    where: { request_id: intake.ids.will_copy },
    sentence: "“Copy of your will” is required and was not sent.",
  })
})

test("a client serves where others should, and someone inherits what they own or succeeds themselves", async () => {
  const { found, intake } = await newCase({
    define: (ids) => ({
      sections: sampleDefinition(ids).sections.map((section) =>
        section.kind === "roles"
          ? { ...section, roles: section.roles.map((role) => ({ ...role, not_clients: true })) }
          : section,
      ),
    }),
  })
  const [serving] = await found("serves_client", (tx) => serve(tx, intake, [intake.spouse], [intake.child]))
  assert.equal(
    serving?.sentence,
    "Ben Smith, chosen as “Executor” for Ada Smith, is a client, for whom others should serve.",
  )
  let asset_id = ""
  const named = (tx: Tx, ...people: [string, "primary" | "contingent"][]) =>
    changeBeneficiaries(
      tx,
      asset_id,
      people.map(([contact_id, level]) => ({ contact_id, level, share: "100" })),
    )
  const duplicates = await found("beneficiary_duplicate", async (tx) => {
    asset_id = await insure(tx, intake)
    await named(tx, [intake.child, "primary"], [intake.child, "contingent"])
  })
  assertEach(duplicates, ({ sentence }) => sentence, [
    "Cleo Smith is both primary and contingent beneficiary of “Policy 12”.",
  ])
  const owning = await found("beneficiary_owner", async (tx) => {
    await changeAsset(tx, asset_id, edit("owner_type", "joint"))
    await named(tx, [intake.main, "primary"], [intake.child, "contingent"])
  })
  assertEach(owning, ({ sentence }) => sentence, [
    "Ada Smith owns “Policy 12” and is also named as its beneficiary.",
  ])
})
