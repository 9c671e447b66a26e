import assert from "node:assert/strict"
import { test } from "node:test"
import { addQuestionnaire } from "../../../../test/harness/added-questionnaire.ts"
import { assertEach } from "../../../../test/harness/assert-each.ts"
import { provideService } from "../../../../test/harness/service.ts"
import { publishVersion } from "../../questionnaires/versions.ts"
import { closeMatter } from "../lifecycle.ts"
import { createMatter } from "../matters.ts"
import { countOutdated, listOutdated } from "./older-versions.ts"

const service = provideService()

test("for each older version, the first open matters by name are listed and all are counted", async () => {
  const firm = await service.newFirm()
  const definition = { sections: [] }
  await firm.run(async (tx) => {
    const id = await addQuestionnaire(tx, { title: "Wills", url_short_name: "wills", definition })
    const create = (matter_name: string) => createMatter(tx, { questionnaire_id: id, matter_name })
    await create("Zeno")
    await create("Álvarez")
    await create("Moss")
    await closeMatter(tx, (await create("Ames")).id)
    const second = await publishVersion(tx, id, definition)
    await create("Brandt")
    const current_version = await publishVersion(tx, id, definition)
    await create("Current")
    const listed = await listOutdated(tx, { id, current_version }, 2)
    assertEach(listed, ({ version, count, matters }) => [version, count, matters.map(({ name }) => name)], [
      [second, 1, ["Brandt"]],
      [second - 1, 3, ["Álvarez", "Moss"]],
    ])
    assert.equal(await countOutdated(tx, { id, current_version }), 4)
  })
})
