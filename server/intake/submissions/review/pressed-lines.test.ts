import assert from "node:assert/strict"
import { test } from "node:test"
import { fillIn } from "../../../../test/contract/sample-firm.ts"
import { assertEach, assertNone } from "../../../../test/harness/assert-each.ts"
import { recordStatements } from "../../../../test/harness/recorded-statements.ts"
import { newIntake } from "../../../../test/harness/sample-intake.ts"
import { provideServiceAndFirm } from "../../../../test/harness/service.ts"
import { saveAnswer } from "../../answers/answers.ts"
import { changeContact } from "../../contacts/editing.ts"
import { loadMatter } from "../loaded-matter.ts"
import { readLive } from "../snapshot.ts"
import { acceptanceIn, acceptLines, findingRecord, nameOfLine, withdrawAcceptance } from "./acceptance.ts"
import { recordsOf } from "./differences.ts"
import { listFindings } from "./findings/findings.ts"
import { readSeen } from "./seen-marks.ts"
import { unseenAmong } from "./unseen-matters.ts"

const { service, firm } = provideServiceAndFirm()

/** The lines of a submitted matter in which everything is filled in, and one child was chosen as executor alone. */
async function submitted() {
  const intake = await fillIn(service, await newIntake(firm))
  const { matter_id } = intake
  const lines = async () =>
    firm.run(async (tx) => {
      const loaded = loadMatter(tx, service.ring, matter_id)
      const of = acceptanceIn(await readSeen(tx, matter_id), service.ring, matter_id)
      const all = [
        ...recordsOf(await readLive(loaded)),
        ...(await listFindings(tx, loaded)).map(findingRecord),
      ]
      return all.map((line) => ({ ...line, ...of(line) }))
    })
  const accept = (names: string[]) => firm.run((tx) => acceptLines(tx, service.ring, matter_id, names))
  return { ...intake, lines, accept }
}

test("each line is accepted by its name, and taken back, without reading the rest of the matter", async () => {
  const { matter_id, lines, accept } = await submitted()
  const origins = new Set<string>()
  for (const { name, mark, record_key } of await lines()) {
    let kinds: string[] = []
    const [origin = ""] = name.split(":")
    const sent = await recordStatements(async () => {
      kinds = (await accept([name])).map((line) => `${line.record_key} ${line.mark}`)
    })
    assert.deepEqual(kinds, [`${record_key} ${mark}`])
    const others = {
      contacts: "assets a",
      documents: "role_assignments",
      answers: "assets a",
      assets: "role_assignments",
    }
    const other = others[origin as keyof typeof others]
    if (other) assertNone(sent, ({ text }) => text.includes(` from ${other}`), name)
    origins.add(origin)
    const line = (await lines()).find((one) => one.record_key === record_key && one.accepted)
    assert.ok(line?.accepted, record_key)
    const at = line.accepted.at
    const back = await firm.run((tx) => withdrawAcceptance(tx, service.ring, matter_id, at))
    assertEach(back, (one) => one.mark, [mark])
  }
  const expected = ["answers", "assets", "contacts", "documents", "financial_documents", "roles"]
  assert.deepEqual([...origins].filter((one) => expected.includes(one)).toSorted(), expected)
  assert.ok(origins.has("successor_missing"), [...origins].join())
})

test("a mark under a name that says it is from elsewhere accepts nothing", async () => {
  const { lines, accept } = await submitted()
  const [contact, answer] = await Promise.all(
    ["contacts", "answers"].map(async (part) =>
      (await lines()).find(({ name }) => name.startsWith(`${part}:`)),
    ),
  )
  assert.ok(contact && answer)
  assert.deepEqual(await accept([nameOfLine(contact, answer.mark)]), [])
  assert.equal((await accept([nameOfLine(contact, answer.mark), answer.name])).length, 1)
})

test("changes of two parts leave the matter unseen until the last is accepted by its name, in either order", async () => {
  for (const order of [0, 1]) {
    const { matter_id, ids, child, client, lines, accept } = await submitted()
    await firm.run(async (tx) => {
      await changeContact(tx, child, [{ field: "suffix", value: "Jr." }])
      await saveAnswer(tx, service.ring, matter_id, { question_id: ids.children_wishes, value: "Cello" })
    }, client)
    const keys = [`contacts ${child}`, `answers ${ids.children_wishes} `]
    for (const [index, key] of (order ? keys.toReversed() : keys).entries()) {
      const line = (await lines()).find(({ record_key }) => record_key === key)
      assert.equal((await accept([line?.name ?? ""])).length, 2, "the record and its change")
      const unseen = await firm.all(unseenAmong([matter_id]))
      assert.equal(unseen.length > 0, index === 0, key)
    }
  }
})
