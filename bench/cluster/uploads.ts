import { randomBytes } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import type { Installation } from "../../test/faults/installation.ts"
import { type Client, newClient } from "./client.ts"

const encoded = (text: string) => Buffer.from(text).toString("base64")
const megabytes = 4
const pieces = 16
const pause_ms = 250

export interface Uploaded {
  completed: number
  /** How often a piece failed, and the upload went on from where the server was. */
  continued: number
  lost: string[]
  wrong: string[]
}

/**
 * Uploads one file after the other, slowly and in pieces, until the signal aborts; goes on after every failure as the
 * portal's script does, and compares every byte of what was completed.
 */
export async function uploadUntil(
  signal: AbortSignal,
  base_url: string,
  installation: Installation,
): Promise<Uploaded> {
  const result: Uploaded = { completed: 0, continued: 0, lost: [], wrong: [] }
  const files: { client: Client; content: string }[] = []
  while (!signal.aborted) {
    const client = await persist(async () => {
      const one = await newClient(base_url, installation, `Uploading ${files.length + 1}`)
      await one.start()
      return one
    })
    // Text, so that the content matches the file name.
    const content = randomBytes((megabytes * 1024 * 1024 * 3) / 4).toString("base64")
    result.continued += await upload(client, base_url, installation, content)
    files.push({ client, content })
  }
  for (const [index, { client, content }] of files.entries()) {
    const stored = await persist(() => download(base_url, installation.token, client.matter_id))
    if (stored !== content) result.lost.push(`upload ${index + 1} is not what was sent`)
  }
  return { ...result, completed: files.length }
}

/** Resolves with the number of times it had to ask where to go on. */
async function upload(
  client: Client,
  base_url: string,
  installation: Installation,
  content: string,
): Promise<number> {
  const [, section_id = "", path = ""] = /files\/([^/]+)\/([^/]+)/.exec(installation.upload_page) ?? []
  const tus = async (url: string, method: string, headers: Record<string, string> = {}, body?: string) => {
    const response = await client.request(url, {
      method,
      headers: { "tus-resumable": "1.0.0", ...headers },
      ...(body ? { body } : {}),
      signal: AbortSignal.timeout(20_000),
    })
    if (response.status >= 300) throw new Error(`${method} answered ${response.status}`)
    return response.headers
  }
  const metadata = { filename: "statements.txt", section_id, path }
  const begun = await persist(() =>
    tus(`${base_url}/portal/uploads`, "POST", {
      "upload-length": String(content.length),
      "upload-metadata": Object.entries(metadata)
        .map(([name, value]) => `${name} ${encoded(value)}`)
        .join(","),
    }),
  )
  const url = new URL(new URL(begun.get("location") ?? "", base_url).pathname, base_url).href
  const size = Math.ceil(content.length / pieces)
  let continued = 0
  for (let offset = 0; offset < content.length; ) {
    const piece = content.slice(offset, offset + size)
    const headers = { "upload-offset": String(offset), "content-type": "application/offset+octet-stream" }
    try {
      offset = Number((await tus(url, "PATCH", headers, piece)).get("upload-offset"))
    } catch {
      continued += 1
      offset = Number((await persist(() => tus(url, "HEAD"))).get("upload-offset"))
    }
    await sleep(pause_ms)
  }
  return continued
}

/** Tries again until it works, for two minutes. */
async function persist<T>(work: () => Promise<T>): Promise<T> {
  const begun_ms = performance.now()
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (performance.now() - begun_ms > 120_000) throw error
      await sleep(pause_ms)
    }
  }
}

/** The matter's one document, as text. */
async function download(base_url: string, token: string, matter_id: string): Promise<string> {
  const response = await fetch(`${base_url}/v1/matters/${matter_id}/documents`, {
    headers: { authorization: `Token ${token}` },
  })
  const { documents } = (await response.json()) as { documents: { download_url: string }[] }
  const url = new URL(documents[0]?.download_url ?? "/", base_url)
  const stored = await fetch(new URL(url.pathname + url.search, base_url))
  if (!stored.ok) throw new Error(`A download answered ${stored.status}`)
  return stored.text()
}
