// Reads and writes of every kind that a server caches, each response different, in all encodings; pages and PDFs between
// them.
import type { Installation } from "./installation.ts"
import type { Ledger } from "./ledger.ts"

export interface MixedLoad {
  /** Sends this many more requests. */
  send(requests: number): Promise<void>
}

const at_once = 8
const encodings = ["identity", "gzip", "br"]

export function newMixedLoad(base_url: string, installation: Installation, ledger: Ledger): MixedLoad {
  const { token, questionnaire_id, staff_session } = installation
  const ids: string[] = []
  let sent = 0

  async function request(number: number): Promise<void> {
    const id = ids[number % Math.max(1, ids.length)]
    const isWrite = number % 5 === 0 || !id
    const reads =
      number % 7 === 0
        ? ["/console", "/console/matters", `/console/matters/${id}`, `/v1/matters/${id}/memo`]
        : ["", `/${id}`, `?page_size=${1 + (number % 100)}`, `?search=memory-${number}`].map(
            (end) => `/v1/matters${end}`,
          )
    const path = isWrite ? "/v1/matters/create" : (reads[number % reads.length] ?? "")
    const response = await fetch(`${base_url}${path}`, {
      method: isWrite ? "POST" : "GET",
      headers: {
        authorization: `Token ${token}`,
        cookie: `foyer_staff=${staff_session}`,
        // Pages take no JSON.
        ...(isWrite && { "content-type": "application/json" }),
        "accept-encoding": encodings[number % encodings.length] ?? "",
      },
      ...(isWrite && { body: JSON.stringify({ questionnaire_id, matter_name: `memory-${number}` }) }),
    })
    const text = await response.text()
    if (response.status !== (isWrite ? 201 : 200)) ledger.wrong.push(`${response.status} ${path}: ${text}`)
    else if (isWrite) {
      const { id: created } = JSON.parse(text) as { id: string }
      ids.push(created)
      ledger.created.set(created, `memory-${number}`)
      ledger.acknowledged += 1
    }
  }

  return {
    send: async (requests) => {
      const until = sent + requests
      await Promise.all(
        Array.from({ length: at_once }, async () => {
          while (sent < until) {
            sent += 1
            await request(sent)
          }
        }),
      )
    },
  }
}

/** A server process's memory, in megabytes. */
export interface Memory {
  resident: number
  external: number
  heap: number
}

export async function readMemory(base_url: string): Promise<Memory> {
  const text = await (await fetch(`${base_url}/metrics`)).text()
  const read = (name: string) =>
    Math.round(Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1]) / 1024 / 1024)
  return {
    resident: read("process_resident_memory_bytes"),
    external: read("nodejs_external_memory_bytes"),
    heap: read("nodejs_heap_size_used_bytes"),
  }
}
