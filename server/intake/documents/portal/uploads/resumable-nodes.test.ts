// Uploads that switch nodes halfway: two applications share one database and one store, as two machines would.

import assert from "node:assert/strict"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, before, describe, test } from "node:test"
import { assertEach } from "../../../../../test/harness/assert-each.ts"
import { cookieHeader } from "../../../../../test/harness/cookies.ts"
import { startFakeS3 } from "../../../../../test/harness/fake-s3.ts"
import { newPortalIntake, type PortalIntake } from "../../../../../test/harness/portal-intake.ts"
import { sampleJpeg } from "../../../../../test/harness/sample-files.ts"
import { provideService, type TestFirm } from "../../../../../test/harness/service.ts"
import { createApp } from "../../../../app.ts"
import { openFileStore } from "../../../../platform/files/store/file-store.ts"
import type { FileStore } from "../../../../platform/files/store/store.ts"
import type { App } from "../../../../platform/http/app.ts"

const folder = await mkdtemp(join(tmpdir(), "foyer-nodes-"))
const s3 = await startFakeS3("intake", 100)
const service = provideService()
let firm: TestFirm
before(async () => {
  firm = await service.newFirm()
})
after(async () => {
  await s3.close()
  await rm(folder, { recursive: true })
})

const credentials = { accessKeyId: "test", secretAccessKey: "test" }
const encoded = (text: string) => Buffer.from(text).toString("base64")

for (const [name, openStore] of [
  ["a shared folder", () => openFileStore({ folder: join(folder, "shared") })],
  ["S3", () => openFileStore({ folder, s3: { bucket: "intake", endpoint: s3.endpoint, credentials } })],
] as const) {
  describe(`on ${name}`, () => {
    let files: FileStore
    let nodes: [App, App]
    before(async () => {
      files = await openStore()
      nodes = [await createApp({ ...service, files }), await createApp({ ...service, files })]
    })
    after(async () => {
      for (const node of nodes) await node.close()
    })

    const tus = (
      node: App,
      { ada }: PortalIntake,
      method: "POST" | "HEAD" | "PATCH",
      url: string,
      headers: Record<string, string>,
      payload?: Buffer,
    ) =>
      node.inject({
        method,
        url,
        headers: {
          "tus-resumable": "1.0.0",
          "sec-fetch-site": "same-origin",
          cookie: cookieHeader(ada.cookies),
          ...headers,
        },
        ...(payload ? { payload } : {}),
      })

    async function begin(node: App, intake: PortalIntake, filename: string, size: number): Promise<string> {
      const [, section_id = ""] = /sections\/([^/]+)/.exec(intake.pageOf(intake.ids.statements)) ?? []
      const metadata = `filename ${encoded(filename)},section_id ${encoded(section_id)},path ${encoded(intake.ids.statements)}`
      const response = await tus(node, intake, "POST", "/portal/uploads", {
        "upload-length": String(size),
        "upload-metadata": metadata,
      })
      assert.equal(response.statusCode, 201)
      return String(response.headers.location)
    }

    const patch = (node: App, intake: PortalIntake, url: string, offset: number, bytes: Buffer) =>
      tus(
        node,
        intake,
        "PATCH",
        url,
        { "upload-offset": String(offset), "content-type": "application/offset+octet-stream" },
        bytes,
      )
    const offsetOf = async (node: App, intake: PortalIntake, url: string) =>
      Number((await tus(node, intake, "HEAD", url, {})).headers["upload-offset"])

    const documentsOf = async ({ matter_id }: PortalIntake) =>
      (await firm.request("GET", `/v1/matters/${matter_id}/documents`)).body.documents
    const contentOf = async (node: App, { download_url }: { download_url: string }) =>
      (await node.inject({ url: download_url.slice(service.base_url.length) })).rawPayload
    const partsLeft = async () => {
      const keys: string[] = []
      for await (const { key } of files.list(`parts/${firm.firm_id}/`)) keys.push(key)
      return keys
    }

    test("one node resumes and finishes an upload that another began, and both report its offset", async () => {
      const [a, b] = nodes
      const intake = await newPortalIntake(service, firm)
      const content = sampleJpeg(5 * 1024 * 1024)
      const url = await begin(a, intake, "deed.jpg", content.length)
      const [third, half] = [1_700_000, 4_000_001]
      assert.equal((await patch(a, intake, url, 0, content.subarray(0, third))).statusCode, 204)
      assert.equal(await offsetOf(b, intake, url), third)
      assert.equal((await patch(b, intake, url, third, content.subarray(third, half))).statusCode, 204)
      // The browser missed the second response and still holds the first offset.
      assert.equal((await patch(a, intake, url, third, content.subarray(third))).statusCode, 409)
      assert.equal(await offsetOf(a, intake, url), half)
      assert.equal((await patch(a, intake, url, half, content.subarray(half))).statusCode, 204)
      assert.equal(await offsetOf(b, intake, url), content.length)
      const [document, ...more] = await documentsOf(intake)
      assert.deepEqual(more, [])
      assert.ok((await contentOf(b, document)).equals(content))
      assert.deepEqual(await partsLeft(), [])
    })

    test("when both nodes receive a piece for the same offset, only one saves it", async () => {
      const [a, b] = nodes
      const intake = await newPortalIntake(service, firm)
      const content = sampleJpeg(3 * 1024 * 1024)
      const url = await begin(a, intake, "deed.jpg", content.length)
      const half = 1_500_000
      const piece = content.subarray(0, half)
      const responses = await Promise.all([patch(a, intake, url, 0, piece), patch(b, intake, url, 0, piece)])
      assert.deepEqual(responses.map(({ statusCode }) => statusCode).toSorted(), [204, 409])
      assert.equal(await offsetOf(a, intake, url), half)
      await patch(b, intake, url, half, content.subarray(half))
      const [document] = await documentsOf(intake)
      assert.ok((await contentOf(a, document)).equals(content))
      assert.deepEqual(await partsLeft(), [])
    })

    if (name === "S3")
      test("while the store hangs, uploads and downloads return Retry-After, and nothing is lost", async () => {
        const [a] = nodes
        const limits = { connect_ms: 1_000, answer_ms: 200, piece_ms: 200, stall_ms: 200 }
        const hasty = await openFileStore({
          folder,
          s3: { bucket: "intake", endpoint: s3.endpoint, credentials, limits },
        })
        const node = await createApp({ ...service, files: hasty })
        const intake = await newPortalIntake(service, firm)
        const content = sampleJpeg(200_000)
        const half = 100_000
        const url = await begin(a, intake, "deed.jpg", content.length)
        await patch(a, intake, url, 0, content.subarray(0, half))
        s3.behave("hang")
        const sent = await patch(node, intake, url, half, content.subarray(half))
        s3.behave("well")
        assert.equal(sent.statusCode, 503)
        assert.ok(Number(sent.headers["retry-after"]) > 0)
        assert.equal(await offsetOf(a, intake, url), half)
        assert.equal((await patch(a, intake, url, half, content.subarray(half))).statusCode, 204)
        const [document] = await documentsOf(intake)
        for (const how of ["hang", "stall"] as const) {
          s3.behave(how)
          const response = await node.inject({ url: document.download_url.slice(service.base_url.length) })
          s3.behave("well")
          assert.deepEqual([response.statusCode, response.json().code], [503, "files_unavailable"], how)
          assert.ok(Number(response.headers["retry-after"]) > 0)
        }
        assert.ok((await contentOf(a, document)).equals(content))
        await node.close()
      })

    test("a last byte that reaches both nodes at once creates one document", async () => {
      const [a, b] = nodes
      const intake = await newPortalIntake(service, firm)
      const content = sampleJpeg(200_000)
      const url = await begin(a, intake, "deed.jpg", content.length)
      const last = content.length - 1
      await patch(a, intake, url, 0, content.subarray(0, last))
      const end = content.subarray(last)
      const responses = await Promise.all([
        patch(a, intake, url, last, end),
        patch(b, intake, url, last, end),
      ])
      assert.ok(responses.some(({ statusCode }) => statusCode === 204))
      assertEach(
        responses,
        ({ statusCode, body }) => [204, 409].includes(statusCode) || `${statusCode} ${body}`,
        [true, true],
      )
      assert.equal((await documentsOf(intake)).length, 1)
      assert.equal(await offsetOf(b, intake, url), content.length)
    })
  })
}
