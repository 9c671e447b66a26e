import assert from "node:assert/strict"
import { readFile, stat } from "node:fs/promises"
import { join } from "node:path"
import type { TestFirm } from "./service.ts"

/** Checks what a guide's program saved in `folder` against the API: the record of submission 1, and every document. */
export async function expectSaved(folder: string, firm: TestFirm, matter_id: string): Promise<void> {
  const partOf = async (part: string) =>
    (await firm.request("GET", `/v1/matters/${matter_id}/${part}?submission=1`)).body
  const saved = JSON.parse(await readFile(join(folder, `${matter_id}.json`), "utf8"))
  for (const part of ["contacts", "assets", "roles", "answers"])
    assert.deepEqual(saved[part], (await partOf(part))[part], part)
  for (const list of ["documents", "financial-documents"]) {
    const { documents } = await partOf(list)
    assert.ok(documents.length > 0)
    for (const { document_id, filename, size } of documents)
      assert.equal((await stat(join(folder, `${document_id} ${filename}`))).size, size)
  }
}
