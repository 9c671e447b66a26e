import { randomBytes } from "node:crypto"
import type { Outcome } from "../../test/faults/outcome.ts"
import { newClient } from "./client.ts"
import type { Cluster } from "./cluster.ts"

const encoded = (text: string) => Buffer.from(text).toString("base64")

/** Starts this many uploads on one node, kills it halfway, completes them on the other, and compares every byte. */
export async function resumeUploads(
  { nodes, installation }: Cluster,
  { uploads, megabytes }: { uploads: number; megabytes: number },
): Promise<Outcome> {
  const lost: string[] = []
  const wrong: string[] = []
  const [, section_id = "", path = ""] = /files\/([^/]+)\/([^/]+)/.exec(installation.upload_page) ?? []
  for (let number = 1; number <= uploads; number += 1) {
    const [first, second] = number % 2 ? nodes : nodes.toReversed()
    if (!first || !second) continue
    const client = await newClient(first.base_url, installation, `Uploading ${number}`)
    await client.start()
    // Text, so that the content matches the file name.
    const content = randomBytes((megabytes * 1024 * 1024 * 3) / 4).toString("base64")
    const half = Math.floor(content.length / 3)
    const tus = (url: string, method: string, headers: Record<string, string> = {}, body?: string) =>
      client.request(url, {
        method,
        headers: { "tus-resumable": "1.0.0", ...headers },
        ...(body ? { body } : {}),
      })
    const patch = (url: string, offset: number, body: string) =>
      tus(
        url,
        "PATCH",
        { "upload-offset": String(offset), "content-type": "application/offset+octet-stream" },
        body,
      )

    const begun = await tus(`${first.base_url}/portal/uploads`, "POST", {
      "upload-length": String(content.length),
      "upload-metadata": `filename ${encoded("statements.txt")},section_id ${encoded(section_id)},path ${encoded(path)}`,
    })
    const location = begun.headers.get("location") ?? ""
    const { status } = await patch(new URL(location, first.base_url).href, 0, content.slice(0, half))
    if (begun.status !== 201 || status !== 204)
      wrong.push(`upload ${number} began with ${begun.status}, ${status}`)
    await first.kill()
    const there = new URL(new URL(location, first.base_url).pathname, second.base_url).href
    const offset = Number((await tus(there, "HEAD")).headers.get("upload-offset"))
    if (offset !== half) lost.push(`upload ${number}: the other node knows ${offset} of ${half} bytes`)
    const ended = await patch(there, offset, content.slice(offset))
    if (ended.status !== 204) wrong.push(`upload ${number} ended with ${ended.status}`)
    if ((await download(second.base_url, installation.token, client.matter_id)) !== content)
      lost.push(`upload ${number} is not what was sent`)
    await first.start()
  }
  return {
    acknowledged: uploads,
    kills: uploads,
    lost,
    wrong,
    slow: [],
    figures: { uploads, "megabytes each": megabytes },
  }
}

/** The matter's one document, as text. */
async function download(base_url: string, token: string, matter_id: string): Promise<string> {
  const response = await fetch(`${base_url}/v1/matters/${matter_id}/documents`, {
    headers: { authorization: `Token ${token}` },
  })
  const { documents = [] } = (await response.json()) as { documents?: { download_url: string }[] }
  const url = new URL(documents[0]?.download_url ?? "/", base_url)
  return (await fetch(new URL(url.pathname + url.search, base_url))).text()
}
