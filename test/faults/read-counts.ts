// Reads a firm's data back through the API, as its other software would.
import { createHash } from "node:crypto"
import type { Installation } from "./installation.ts"
import type { Ledger } from "./ledger.ts"

export interface ReadCounts {
  /** Matters' names by id. */
  matters: Map<string, string>
  /** The answer of each matter in the ledger with an acknowledged answer; "" if there is none. */
  answers: Map<string, string>
  /** SHA-256 of the stored bytes of every file with that name. */
  files: Map<string, string[]>
  events: { event_id: string; event_type: string; matter: { id: string } }[]
  /** Ids of the events delivered to the receiver; undefined without one. */
  delivered?: Set<string>
}

/** Reads everything in the ledger from the server at `base_url`; throws for any status other than 200. */
export async function read(
  base_url: string,
  installation: Installation,
  ledger: Ledger,
): Promise<ReadCounts> {
  const { token, question_id } = installation
  const get = async (path: string) => {
    const response = await fetch(new URL(path, base_url), { headers: { authorization: `Token ${token}` } })
    if (!response.ok) throw new Error(`${response.status} ${path}`)
    return response.json() as Promise<Record<string, unknown>>
  }
  const list = async <Row>(path: string): Promise<Row[]> => {
    const rows: Row[] = []
    for (let next: string | null = path; next !== null; ) {
      const page: Record<string, unknown> = await get(next)
      rows.push(...((page.results ?? page.documents) as Row[]))
      next = (page.next as string | null) && pathOf(page.next as string)
    }
    return rows
  }
  const matters = await list<{ id: string; name: string }>("/v1/matters?page_size=200")

  const answers = new Map<string, string>()
  await eachOf(ledger.saved.keys(), async (matter_id) => {
    const listed = (await get(`/v1/matters/${matter_id}/answers`)).answers as {
      question: string
      value: string
    }[]
    answers.set(matter_id, listed.find(({ question }) => question === question_id)?.value ?? "")
  })

  const files = new Map<string, string[]>()
  const holders = new Set([...ledger.uploaded.values()].map(({ matter_id }) => matter_id))
  await eachOf(holders, async (matter_id) => {
    const documents = await list<{ filename: string; download_url: string }>(
      `/matters/${matter_id}/documents?page_size=200`,
    )
    for (const { filename, download_url } of documents) {
      const response = await fetch(new URL(pathOf(download_url), base_url))
      const bytes = Buffer.from(await response.arrayBuffer())
      const found = response.ok
        ? createHash("sha256").update(bytes).digest("hex")
        : `status ${response.status}`
      files.set(filename, [...(files.get(filename) ?? []), found])
    }
  })
  return {
    matters: new Map(matters.map(({ id, name }) => [id, name])),
    answers,
    files,
    events: await list("/v1/events?page_size=200"),
  }
}

const pathOf = (url: string) => new URL(url).pathname + new URL(url).search

/** Runs four at a time. */
async function eachOf<Item>(items: Iterable<Item>, work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = [...items]
  const take = async () => {
    for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) await work(item)
  }
  await Promise.all(Array.from({ length: 4 }, take))
}
