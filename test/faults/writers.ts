// Eight writers that write as fast as they get responses: software that creates matters, and clients who type, upload,
// and submit. Requests without a response are retried, as a careful program and the portal's own script do.
import { createHash, randomBytes, randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import type { Cookies } from "../harness/cookies.ts"
import { marksOf } from "../harness/portal-intake.ts"
import type { Installation } from "./installation.ts"
import type { Ledger, Saved } from "./ledger.ts"
import { attempt, form } from "./requests.ts"

export interface Writing {
  installation: Installation
  ledger: Ledger
  /** Returns the URL for the next request: the server's, or one of several. */
  base_url: () => string
  signal: AbortSignal
}

/** The number of clients a typist types for at once: autosaves are the cheapest writes, and the most common ones. */
const clients_at_once = 4

/** Runs eight writers until the signal aborts; each finishes its current write. Rejects if one gives up. */
export function write(writing: Writing): Promise<unknown> {
  const written = Promise.all([
    createMatters(writing, "a"),
    createMatters(writing, "b"),
    createMatters(writing, "c"),
    typeForSeveral(writing, "d"),
    typeForSeveral(writing, "e"),
    upload(writing, "f"),
    submit(writing, "g"),
    submit(writing, "h"),
  ])
  // Awaited only at the end.
  written.catch(() => undefined)
  return written
}

/** On a busy machine, the server needs most of a minute between two kills to come back. */
const max_timeout_ms = 600_000

/** Retries until a response is not a fault; throws after ten minutes without one. */
async function persist<T>(attempt: () => Promise<T | undefined>): Promise<T> {
  const begun_ms = performance.now()
  while (performance.now() - begun_ms < max_timeout_ms) {
    const reply = await attempt()
    if (reply !== undefined) return reply
  }
  throw new Error("A writer had no answer for ten minutes.")
}

async function createMatters(writing: Writing, who: string): Promise<void> {
  for (let number = 1; !writing.signal.aborted; number += 1) {
    await createMatter(writing, `${who}-${number}`)
  }
}

async function createMatter({ installation, ledger, base_url }: Writing, name: string): Promise<string> {
  const key = randomUUID()
  const { questionnaire_id, token } = installation
  for (;;) {
    const reply = await persist(() =>
      attempt(ledger, `${base_url()}/v1/matters/create`, {
        method: "POST",
        headers: {
          authorization: `Token ${token}`,
          "content-type": "application/json",
          "idempotency-key": key,
        },
        body: JSON.stringify({ questionnaire_id, matter_name: name }),
      }),
    )
    if (reply.status === 201) {
      const { id } = JSON.parse(reply.text) as { id: string }
      ledger.created.set(id, name)
      ledger.acknowledged += 1
      return reply.text
    }
    // The first attempt may still be running, or waiting to be rolled back.
    if (reply.status !== 409) {
      ledger.wrong.push(`${reply.status} create: ${reply.text.slice(0, 200)}`)
      return ""
    }
    await sleep(50)
  }
}

export interface Client {
  matter_id: string
  cookies: Cookies
}

/** A client with a new matter who has pressed Start; undefined if the response to that was lost. */
export async function enter(writing: Writing, name: string): Promise<Client | undefined> {
  const { ledger, base_url } = writing
  const created = await createMatter(writing, name)
  if (created === "") return undefined
  const { id, invite_key } = JSON.parse(created) as { id: string; invite_key: string }
  const cookies: Cookies = new Map()
  const reply = await persist(() =>
    attempt(ledger, `${base_url()}/invite/${invite_key}/start`, { cookies, ...form({}) }),
  )
  // Start may have been stored and its response lost: then the link correctly asks for an emailed code.
  if (reply.status !== 303 || cookies.size === 0) return undefined
  ledger.acknowledged += 1
  return { matter_id: id, cookies }
}

function typeForSeveral(writing: Writing, who: string): Promise<unknown> {
  return Promise.all(Array.from({ length: clients_at_once }, (_, index) => type(writing, `${who}${index}`)))
}

async function type(writing: Writing, who: string): Promise<void> {
  for (let matter = 1; !writing.signal.aborted; matter += 1) {
    const client = await enter(writing, `${who}-${matter}`)
    if (client) await typeInto(writing, client, 200)
  }
}

async function typeInto(writing: Writing, { matter_id, cookies }: Client, times: number): Promise<void> {
  const { installation, ledger, base_url, signal } = writing
  const { question_page, question_id } = installation
  const known: Saved = { acknowledged: "", possible: new Set(), attempted: [] }
  ledger.saved.set(matter_id, known)
  let seen: number | undefined
  for (let count = 1; count <= times && !signal.aborted; count += 1) {
    if (seen === undefined) {
      const page = await persist(() => attempt(ledger, `${base_url()}${question_page}`, { cookies }))
      if (page.status !== 200) return void ledger.wrong.push(`${page.status} question page ${page.location}`)
      seen = Number(marksOf(page.text)[`seen.${question_id}`] ?? 0)
    }
    const text = `${matter_id} ${count}`
    known.possible.add(text)
    known.attempted.push(text)
    const reply = await attempt(ledger, `${base_url()}/portal/fields`, {
      cookies,
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        page: question_page,
        controls: { [question_id]: [text] },
        seen: { [question_id]: seen },
      }),
    })
    seen = undefined
    if (reply === undefined) continue
    const { saved } = (reply.status === 200 ? JSON.parse(reply.text) : {}) as {
      saved?: Record<string, number>
    }
    if (saved?.[question_id] === undefined) {
      ledger.wrong.push(`${reply.status} autosave: ${reply.text.slice(0, 200)}`)
      continue
    }
    seen = saved[question_id]
    known.acknowledged = text
    known.possible = new Set()
    ledger.acknowledged += 1
  }
}

async function upload(writing: Writing, who: string): Promise<void> {
  const { ledger, base_url, installation, signal } = writing
  for (let matter = 1; !signal.aborted; matter += 1) {
    const client = await enter(writing, `${who}-${matter}`)
    for (let file = 1; client && file <= 25 && !signal.aborted; file += 1) {
      const name = `${who}-${matter}-${file}.txt`
      const content = randomBytes(8_000 + Math.floor(Math.random() * 60_000)).toString("base64")
      const body = new FormData()
      body.set("files", new File([content], name, { type: "text/plain" }))
      const reply = await attempt(ledger, `${base_url()}${installation.upload_page}`, {
        cookies: client.cookies,
        method: "POST",
        body,
      })
      if (reply === undefined) continue
      if (reply.status !== 303) {
        ledger.wrong.push(`${reply.status} upload: ${reply.text.slice(0, 200)}`)
        continue
      }
      const sha256 = createHash("sha256").update(content).digest("hex")
      ledger.uploaded.set(name, { matter_id: client.matter_id, sha256 })
      ledger.acknowledged += 1
    }
  }
}

async function submit(writing: Writing, who: string): Promise<void> {
  const { ledger, base_url, signal } = writing
  for (let matter = 1; !signal.aborted; matter += 1) {
    const client = await enter(writing, `${who}-${matter}`)
    if (!client) continue
    await typeInto(writing, client, 3)
    const { cookies, matter_id } = client
    const reply = await persist(() =>
      attempt(ledger, `${base_url()}/portal/submission`, { cookies, ...form({ after: "0" }) }),
    )
    if (reply.status === 303 && reply.location.startsWith("/portal/submissions/")) {
      ledger.submitted.add(matter_id)
      ledger.acknowledged += 1
    } else ledger.wrong.push(`${reply.status} submission ${reply.location} ${reply.text.slice(0, 100)}`)
  }
}
