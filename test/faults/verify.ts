// Compares what was acknowledged with what exists.
import { waitUntil } from "../harness/wait-until.ts"
import type { WebhookReceiver } from "../harness/webhook-receiver.ts"
import type { Installation } from "./installation.ts"
import type { Ledger } from "./ledger.ts"
import type { Outcome } from "./outcome.ts"
import { type ReadCounts, read } from "./read-counts.ts"

type Verdict = Pick<Outcome, "acknowledged" | "lost" | "wrong" | "figures">

/** The longest time deliveries may take to catch up with all events. */
const delivery_timeout_ms = 300_000

/**
 * Compares everything in the ledger with the current responses of the server at `base_url`, and checks with made-up
 * entries that a loss would be detected. With a receiver, waits until it has received every event.
 */
export async function verify(
  base_url: string,
  installation: Installation,
  ledger: Ledger,
  receiver?: WebhookReceiver,
): Promise<Verdict> {
  const reads = await read(base_url, installation, ledger)
  if (receiver) reads.delivered = await waitForDeliveries(reads, receiver)
  const lost = compare(ledger, reads)
  const wrong = [...ledger.wrong]
  const [expected, found] = [falsehoods(ledger), compare(falsify(ledger), reads).length]
  if (found !== expected) wrong.push(`the comparison finds ${found} of ${expected} false entries`)
  return {
    acknowledged: ledger.acknowledged,
    lost,
    wrong,
    figures: {
      "broken off": ledger.broken,
      matters: ledger.created.size,
      answers: ledger.saved.size,
      files: ledger.uploaded.size,
      submissions: ledger.submitted.size,
      events: reads.events.length,
      ...(reads.delivered ? { "events delivered": reads.delivered.size } : {}),
    },
  }
}

/** One line for every record that is missing, duplicated, or changed. */
function compare(ledger: Ledger, { matters, answers, files, events, delivered }: ReadCounts): string[] {
  const lost: string[] = []
  for (const [id, name] of ledger.created) if (matters.get(id) !== name) lost.push(`matter ${name} is gone`)
  const ours = new Set(ledger.created.values())
  const names = [...matters.values()].filter((name) => ours.has(name))
  if (new Set(names).size !== names.length)
    lost.push(`${names.length - new Set(names).size} matters are doubled`)

  for (const [matter_id, { acknowledged, possible }] of ledger.saved) {
    const value = answers.get(matter_id) ?? ""
    if (value !== acknowledged && !possible.has(value))
      lost.push(`the answer of ${matter_id} is “${value}”, acknowledged was “${acknowledged}”`)
  }
  for (const [name, { sha256 }] of ledger.uploaded) {
    const [found, ...others] = files.get(name) ?? []
    if (found === undefined) lost.push(`file ${name} is gone`)
    else if (found !== sha256) lost.push(`file ${name} is changed (${found})`)
    if (others.length > 0) lost.push(`file ${name} is there ${others.length + 1} times`)
  }

  const submissions = Map.groupBy(
    events.filter(({ event_type }) => event_type === "intakeform.submitted"),
    ({ matter }) => matter.id,
  )
  for (const matter_id of ledger.submitted)
    if (!submissions.has(matter_id)) lost.push(`the submission of ${matter_id} is gone`)
  for (const [matter_id, { length }] of submissions)
    if (length > 1) lost.push(`${length} submissions of ${matter_id}`)
  const created = new Set(
    events.filter(({ event_type }) => event_type === "intakeform.created").map(({ matter }) => matter.id),
  )
  for (const [id, name] of ledger.created) if (!created.has(id)) lost.push(`no event tells of matter ${name}`)
  for (const { matter, event_type } of events)
    if (!matters.has(matter.id)) lost.push(`${event_type} of a matter that is not there`)
  if (delivered)
    for (const { event_id } of events)
      if (!delivered.has(event_id)) lost.push(`${event_id} was never delivered`)
  return lost
}

async function waitForDeliveries({ events }: ReadCounts, receiver: WebhookReceiver): Promise<Set<string>> {
  const received = () => new Set(receiver.requests.map(({ headers }) => headers["webhook-id"] ?? ""))
  const isComplete = () => {
    const ids = received()
    return events.every(({ event_id }) => ids.has(event_id))
  }
  await waitUntil(isComplete, "some events were not delivered", delivery_timeout_ms).catch(() => undefined)
  return received()
}

/** Made-up ledger entries for records that never existed, one of each kind. */
function falsify(ledger: Ledger): Ledger {
  const [typed] = ledger.saved.keys()
  const [uploaded] = ledger.uploaded
  return {
    ...ledger,
    created: new Map([["matter_of_nobody", "Never created"]]),
    saved: new Map(
      typed === undefined
        ? []
        : [[typed, { acknowledged: "Never typed", possible: new Set(), attempted: [] }]],
    ),
    uploaded: new Map(uploaded && [[uploaded[0], { ...uploaded[1], sha256: "0" }]]),
    submitted: new Set(["matter_of_nobody"]),
  }
}

/** A matter that never existed also lacks its event. */
function falsehoods({ saved, uploaded }: Ledger): number {
  return 3 + Math.min(1, saved.size) + Math.min(1, uploaded.size)
}
