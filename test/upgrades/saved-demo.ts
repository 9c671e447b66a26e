// The demo as a release leaves it: a backup with its master key, and what the API says about it.
import { execFileSync } from "node:child_process"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib"
import type { App } from "../../server/platform/http/app.ts"

/** What the API said, by URL. */
export type Responses = Record<string, unknown>

const responsesIn = (folder: string) => join(folder, "responses.json")

/** What the API says about every matter of a firm: as it is now, as it was submitted first, and what belongs to it. */
export async function readResponses(app: App, token: string): Promise<Responses> {
  const said: Responses = {}
  const read = async (url: string): Promise<unknown> => {
    const { statusCode, body } = await app.inject({ url, headers: { authorization: `Token ${token}` } })
    if (statusCode !== 404) said[url] = { statusCode, ...JSON.parse(body, withoutSignature) }
    return said[url]
  }
  const { results } = (await read("/v1/matters?page_size=100")) as { results: { id: string }[] }
  for (const { id } of results)
    for (const part of ["record", "record?submission=1", "document-requests", "messages"])
      await read(`/v1/matters/${id}/${part}`)
  return said
}

/** Links to files are signed anew each time. */
const withoutSignature = (key: string, value: unknown) =>
  key === "download_url" ? String(value).replace(/\?.*/, "") : value

/** Writes a backup in `folder`, with the responses, to one compressed file. */
export function packDemo(folder: string, responses: Responses, file: string): void {
  writeFileSync(responsesIn(folder), JSON.stringify(responses))
  const archive = execFileSync("tar", ["-cf", "-", "-C", folder, "."], { maxBuffer: 1e8 })
  const params = { [constants.BROTLI_PARAM_LGWIN]: 24 }
  writeFileSync(file, brotliCompressSync(archive, { params }))
}

/** Writes the backup to `folder`, and returns the responses. */
export function unpackDemo(file: string, folder: string): Responses {
  mkdirSync(folder)
  execFileSync("tar", ["-xf", "-", "-C", folder], { input: brotliDecompressSync(readFileSync(file)) })
  return JSON.parse(readFileSync(responsesIn(folder), "utf8"))
}

/** Where `now` lacks something of `before`, or says it differently. More fields than before are no difference. */
export function differences(before: unknown, now: unknown, path = ""): string[] {
  if (typeof before !== "object" || before === null || typeof now !== "object" || now === null)
    return before === now ? [] : [`${path}: ${JSON.stringify(before)} is now ${JSON.stringify(now)}`]
  if (Array.isArray(before) && before.length !== Object.keys(now).length)
    return [`${path}: ${before.length} are now ${Object.keys(now).length}`]
  const later = new Map(Object.entries(now))
  return Object.entries(before).flatMap(([key, value]) =>
    differences(value, later.get(key), `${path}/${key}`),
  )
}
