import assert from "node:assert/strict"
import { readFile, rm, stat } from "node:fs/promises"
import { join } from "node:path"
import { markReopened } from "../../server/intake/matters/lifecycle.ts"
import { completeMatter, submitMatter } from "../../server/intake/submissions/submissions.ts"
import { signWebhook } from "../../server/outputs/webhooks/secrets.ts"
import { sql } from "../../server/platform/db/sql.ts"
import type { TestFirm, TestService } from "./service.ts"

/** Posts a body as a webhook with this secret. */
export function postSigned(url: string, secret: string, body: string): Promise<Response> {
  const { event_id: id = "evt_1" } = JSON.parse(body)
  const headers = signWebhook({ secrets: [secret], id, timestamp: new Date(), payload: Buffer.from(body) })
  return fetch(url, { method: "POST", headers, body })
}

/**
 * Submits a submitted matter again and completes it, and posts the events of all three submissions to a guide's program in
 * every order, the first one twice: whatever comes late or again, each submission is saved as it was.
 */
export async function expectEveryOrder(
  {
    service,
    firm,
    folder,
    matter_id,
  }: { service: TestService; firm: TestFirm; folder: string; matter_id: string },
  post: (body: string) => Promise<Response>,
): Promise<void> {
  const { ring } = service
  await firm.run((tx) => completeMatter(tx, ring, matter_id))
  await firm.run((tx) => markReopened(tx, matter_id))
  await firm.run((tx) => submitMatter(tx, ring, matter_id))
  const bodies = await firm.all<{ payload: string }>(sql`
      select payload from events where matter_id = ${matter_id} and submission is not null order by submission`)
  assert.equal(bodies.length, 3)
  for (const order of [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ]) {
    for (const at of [...order, order[0] ?? 0]) {
      const { status } = await post(bodies[at]?.payload ?? "")
      assert.equal(status, 204, String(order))
    }
    for (const number of [1, 2, 3]) {
      await expectSaved(folder, firm, matter_id, number)
      await rm(join(folder, `${matter_id} ${number}.json`))
    }
  }
}

/** Checks what a guide's program saved in `folder` against the API: the record of a submission, and every document. */
async function expectSaved(folder: string, firm: TestFirm, matter_id: string, number: number): Promise<void> {
  const partOf = async (part: string) =>
    (await firm.request("GET", `/v1/matters/${matter_id}/${part}?submission=${number}`)).body
  const saved = JSON.parse(await readFile(join(folder, `${matter_id} ${number}.json`), "utf8"))
  // The record alone has owners.
  const assets = saved.assets.map(({ owners, ...asset }: { owners: unknown }) => asset)
  for (const part of ["contacts", "assets", "roles", "answers"])
    assert.deepEqual({ ...saved, assets }[part], (await partOf(part))[part], part)
  for (const list of ["documents", "financial-documents"]) {
    const { documents } = await partOf(list)
    assert.ok(documents.length > 0)
    for (const { document_id, filename, size } of documents)
      assert.equal((await stat(join(folder, `${document_id} ${filename}`))).size, size)
  }
}
