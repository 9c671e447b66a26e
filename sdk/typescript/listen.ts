// Forwards the firm's events to a program on this machine, as webhooks: for developing a receiver without a public
// address. It needs a key that may read events, and nothing else of Foyer.
import { parseArgs } from "node:util"
import { Client } from "./client.ts"
import { FoyerError, reasonOf } from "./errors.ts"
import { type Event, followEvents, patientGetter, sleep } from "./events.ts"
import { signWebhook, toBase64 } from "./webhooks.ts"

export const usage = `Usage: foyer listen --forward <address> [options]

Posts every new event to an address of your machine, signed like a webhook. The key is read from FOYER_KEY
and needs the scope events:read, and matters:read for the numbers of submissions.

  --forward <address>   where to post, such as http://localhost:8000/hooks
  --url <address>       where Foyer is; FOYER_URL unless given
  --secret <secret>     sign with this secret; unless given, with one that belongs to the key and is printed
  --since <time>        begin with earlier events: 30m, 24h, 7d, or 2026-03-01T09:00:00Z
  --replay <event_id>   post this one event and end
  --help                print this
`

const options = {
  forward: { type: "string" },
  url: { type: "string" },
  secret: { type: "string" },
  since: { type: "string" },
  replay: { type: "string" },
  help: { type: "boolean" },
} as const

type Print = (line: string) => void

/** Runs the command and returns its exit code; without `--replay`, it runs until it is interrupted. */
export async function listen(
  words: string[],
  env: Record<string, string | undefined>,
  print: Print = console.log,
): Promise<number> {
  try {
    const { values } = parseArgs({ args: words, options })
    if (values.help) print(usage)
    return values.help ? 0 : await forwardEvents(values, env, print)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    print(error instanceof FoyerError ? `${error.detail} (${error.code})` : error.message)
    return 1
  }
}

type Values = { [name in Exclude<keyof typeof options, "help">]?: string }

async function forwardEvents(
  { forward, replay, ...values }: Values,
  env: Record<string, string | undefined>,
  print: Print,
): Promise<number> {
  const url = addressOf(values.url ?? env.FOYER_URL, "Say where Foyer is, with --url or FOYER_URL.")
  const target = addressOf(forward, "Say where to post events, with --forward http://localhost:8000/hooks.")
  const key = env.FOYER_KEY
  if (!key) throw new Error("Put an API key with the scope events:read into FOYER_KEY.")
  const since = values.since === undefined ? undefined : readTime(values.since)
  const secret = values.secret ?? (await secretOf(key))
  // Throws now if it is none.
  await signWebhook(secret, "", "", new Uint8Array())
  // Failures are reported and repeated here.
  const client = new Client({ url, key, max_retries: 0 })
  const get = patientGetter(client, print)
  const post = async (event: Event) => {
    const outcome = await postEvent(event, await bodyOf(get, event), { target, secret, print })
    const hint = isSuccess(outcome) || replay ? "" : `  To send it again: --replay ${event.event_id}`
    print(`${event.occured_at}  ${event.event_type.padEnd(24)}  ${event.event_id}  ${outcome}${hint}`)
    return isSuccess(outcome)
  }
  // Not before Foyer has accepted the key.
  const printSecret = () => print(`Signing secret: ${secret}`)
  if (replay !== undefined) {
    const found = await new Client({ url, key }).request("GET", `/v1/events/${encodeURIComponent(replay)}`)
    printSecret()
    return (await post((await found.json()) as Event)) ? 0 : 1
  }
  const onStart = () => {
    printSecret()
    print(`Forwarding the events of ${url} to ${target}. Press Ctrl-C to end.`)
  }
  for await (const event of followEvents(client, since, { onStart, report: print })) await post(event)
  return 0
}

function addressOf(text: string | undefined, sentence: string): string {
  if (text === undefined) throw new Error(sentence)
  if (/^https?:\/\//i.test(text) && URL.canParse(text)) return text
  const whole = `http://${text}`
  const remedy = !text.includes("://") && URL.canParse(whole) ? `Did you mean ${whole}?` : sentence
  throw new Error(`${JSON.stringify(text)} is no web address. ${remedy}`)
}

const seconds = { s: 1, m: 60, h: 3_600, d: 86_400 }

function readTime(text: string): Date {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
  const time = unit ? Date.now() - Number(count) * seconds[unit as "s"] * 1_000 : Date.parse(text)
  if (Number.isNaN(time)) throw new Error("--since is a time span such as 30m, 24h, or 7d, or a time.")
  // Events show whole seconds.
  return new Date(Math.floor(time / 1_000) * 1_000)
}

/** The same for every run with one key, so that a receiver needs it once; the key cannot be computed from it. */
async function secretOf(key: string): Promise<string> {
  const bytes = new TextEncoder().encode(key)
  const algorithm = { name: "HMAC", hash: "SHA-256" }
  const signing = await crypto.subtle.importKey("raw", bytes, algorithm, false, ["sign"])
  const mac = await crypto.subtle.sign("HMAC", signing, new TextEncoder().encode("foyer listen"))
  return `whsec_${toBase64(new Uint8Array(mac))}`
}

type Getter = ReturnType<typeof patientGetter>

const timeout_ms = 15_000
const pause_ms = 1_000

/** The body of the event's webhook. Without the scope matters:read, it names no submission. */
async function bodyOf(get: Getter, event: Event): Promise<Uint8Array<ArrayBuffer>> {
  const submission = await findSubmission(get, event).catch((error: unknown) => {
    if (error instanceof FoyerError && error.status >= 400 && error.status < 500) return undefined
    throw error
  })
  return new TextEncoder().encode(JSON.stringify({ ...event, occurred_at: event.occured_at, submission }))
}

async function findSubmission(get: Getter, { event_id, event_type, matter }: Event) {
  if (!/^intakeform\.(re)?submitted$|^intakeform\.completed$/.test(event_type)) return undefined
  const response = await get(`/v1/matters/${matter.id}/submissions`)
  const { submissions } = (await response.json()) as {
    submissions: { number: number; event_id: string | null }[]
  }
  return submissions.find((one) => one.event_id === event_id)?.number
}

/** Posts an event as its webhook would, and returns the status, or why there was none. Waits for a program to listen. */
async function postEvent(
  event: Event,
  body: Uint8Array<ArrayBuffer>,
  { target, secret, print }: { target: string; secret: string; print: Print },
): Promise<string> {
  for (let isFirst = true; ; isFirst = false) {
    const time = String(Math.floor(Date.now() / 1_000))
    try {
      const response = await fetch(target, {
        method: "POST",
        redirect: "manual",
        signal: AbortSignal.timeout(timeout_ms),
        headers: {
          "content-type": "application/json",
          "user-agent": "Foyer-Webhooks/1.0 (listen)",
          "webhook-id": event.event_id,
          "webhook-timestamp": time,
          "webhook-signature": await signWebhook(secret, event.event_id, time, body),
        },
        body,
      })
      await response.body?.cancel()
      return String(response.status)
    } catch (error) {
      const reason = reasonOf(error)
      if (reason !== "ECONNREFUSED") return `failed: ${reason}`
      if (isFirst) print(`Nothing listens at ${target}. Trying again until something does.`)
      await sleep(pause_ms)
    }
  }
}

function isSuccess(outcome: string): boolean {
  return /^2\d\d$/.test(outcome)
}
