// Reads back through the interface what was acknowledged, as the firm's other software would.
import { createHash } from "node:crypto"
import { waitUntil } from "../../server/test/wait_until.ts"
import type { WebhookReceiver } from "../../server/test/webhook_receiver.ts"
import type { Installation } from "./installation.ts"
import type { Ledger } from "./ledger.ts"

export interface Verdict {
  /** One line a fault; empty when nothing was lost, doubled or changed. */
  faults: string[]
  counts: Record<string, number>
}

interface EventRow {
  event_id: string
  event_type: string
  matter: { id: string }
}

/** Compares everything in the ledger with what the server at `base_url` answers now. */
export async function verify(
  base_url: string,
  { token, question_id }: Installation,
  ledger: Ledger,
  receiver?: WebhookReceiver,
): Promise<Verdict> {
  const faults: string[] = [...ledger.wrong.map((line) => `wrong answer: ${line}`)]
  const get = async (path: string) => {
    const response = await fetch(new URL(path, base_url), { headers: { authorization: `Token ${token}` } })
    if (!response.ok) throw new Error(`${response.status} ${path}`)
    return response.json() as Promise<Record<string, unknown>>
  }
  const all = async <Row>(path: string): Promise<Row[]> => {
    const rows: Row[] = []
    let next: string | null = path
    while (next) {
      const page: Record<string, unknown> = await get(next)
      rows.push(...((page.results ?? page.documents) as Row[]))
      const following = page.next as string | null
      next = following ? new URL(following).pathname + new URL(following).search : null
    }
    return rows
  }

  const matters = new Map(
    (await all<{ id: string; name: string }>("/v1/matters?page_size=200")).map((row) => [row.id, row.name]),
  )
  for (const [id, name] of ledger.created) if (matters.get(id) !== name) faults.push(`lost: matter ${name}`)
  const names = [...matters.values()]
  if (new Set(names).size !== names.length)
    faults.push(`doubled: ${names.length - new Set(names).size} matters`)

  for (const [matter_id, { acknowledged, possible }] of ledger.saved) {
    const { answers } = (await get(`/v1/matters/${matter_id}/answers`)) as {
      answers: { question: string; value: string; prompt: string }[]
    }
    const value =
      answers.find((answer) => JSON.stringify(answer).includes(question_id))?.value ?? answers[0]?.value ?? ""
    if (value !== acknowledged && !possible.has(value))
      faults.push(`lost: answer of ${matter_id} is “${value}”, acknowledged was “${acknowledged}”`)
  }

  const uploads = Map.groupBy(ledger.uploaded, ([, { matter_id }]) => matter_id)
  for (const [matter_id, files] of uploads) {
    const stored = await all<{ filename: string; download_url: string }>(
      `/matters/${matter_id}/documents?page_size=200`,
    )
    for (const [name, { sha256 }] of files) {
      const found = stored.filter(({ filename }) => filename === name)
      if (found.length !== 1) faults.push(`${found.length === 0 ? "lost" : "doubled"}: file ${name}`)
      const url = found[0]?.download_url
      if (!url) continue
      const bytes = Buffer.from(
        await (await fetch(new URL(new URL(url).pathname + new URL(url).search, base_url))).arrayBuffer(),
      )
      if (createHash("sha256").update(bytes).digest("hex") !== sha256) faults.push(`changed: file ${name}`)
    }
  }

  const events = await all<EventRow>("/v1/events?page_size=200")
  const submissions = Map.groupBy(
    events.filter(({ event_type }) => event_type === "intakeform.submitted"),
    ({ matter }) => matter.id,
  )
  for (const matter_id of ledger.submitted) {
    const count = submissions.get(matter_id)?.length ?? 0
    if (count !== 1) faults.push(`${count} intakeform.submitted for ${matter_id}`)
  }
  for (const [matter_id, { length }] of submissions)
    if (length > 1) faults.push(`${length} submissions of ${matter_id}`)
  const strays = events.filter(({ matter }) => !matters.has(matter.id)).length
  if (strays > 0) faults.push(`${strays} events without matter`)

  let delivered = 0
  if (receiver) {
    const heard = () => new Set(receiver.requests.map(({ headers }) => headers["webhook-id"]))
    const due = events.map(({ event_id }) => event_id)
    await waitUntil(
      () => {
        const ids = heard()
        return due.every((id) => ids.has(id))
      },
      () => "some events were never delivered",
      300_000,
    ).catch(() => undefined)
    const ids = heard()
    delivered = due.filter((id) => ids.has(id)).length
    if (delivered !== due.length) faults.push(`${due.length - delivered} events were never delivered`)
  }
  return {
    faults,
    counts: {
      acknowledged: ledger.acknowledged,
      "broken off": ledger.broken,
      matters: ledger.created.size,
      answers: ledger.saved.size,
      files: ledger.uploaded.size,
      submissions: ledger.submitted.size,
      events: events.length,
      "events delivered": delivered,
    },
  }
}

/** A ledger of things that never were, one of each kind, for proof that `verify` finds what is missing. */
export function falsify(ledger: Ledger): Ledger {
  const [matter_id = ""] = ledger.saved.keys()
  const [name = "", file] = [...ledger.uploaded][0] ?? []
  return {
    ...ledger,
    wrong: [],
    created: new Map([["matter_of_nobody", "Never created"]]),
    saved: new Map([[matter_id, { acknowledged: "Never typed", possible: new Set(), attempted: [] }]]),
    uploaded: new Map([[name, { matter_id: file?.matter_id ?? "", sha256: "0" }]]),
    submitted: new Set(["matter_of_nobody"]),
  }
}
