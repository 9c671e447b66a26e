// Sends a fixed number of requests per second, regardless of responses, each once.
import { randomBytes } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import type { Installation } from "./installation.ts"
import type { Ledger } from "./ledger.ts"

export interface Load {
  /** Every request that failed, with the time on `performance.now()` when it did. */
  faults: readonly Fault[]
  /** How long the slowest request so far took. */
  slowest_ms(): number
  /** Resolves once all sent so far have a response or have failed. */
  untilAnswered(): Promise<unknown>
  /** Stops sending, and resolves with the number sent once all have a response. */
  end(): Promise<number>
}

interface Fault {
  at_ms: number
  text: string
}

/** Sends this many requests per second to `url`, every fifth a write. */
export function startLoad(url: string, installation: Installation, ledger: Ledger, per_second: number): Load {
  const sent: Promise<void>[] = []
  const faults: Fault[] = []
  const fail = (text: string) => {
    faults.push({ at_ms: performance.now(), text })
    ledger.wrong.push(text)
  }
  let isEnding = false
  let slowest_ms = 0
  // Names of its own, because other loads may have run on the same installation: the same name twice means a doubled matter.
  const prefix = `load ${randomBytes(4).toString("hex")}`
  const sending = (async () => {
    for (let number = 1; !isEnding; number += 1) {
      const name = number % 5 === 0 ? `${prefix} ${number}` : undefined
      const began_ms = performance.now()
      const answered = request(url, installation, { ledger, fail }, name).then(() => {
        slowest_ms = Math.max(slowest_ms, performance.now() - began_ms)
      })
      sent.push(answered)
      await sleep(1_000 / per_second)
    }
  })()
  return {
    faults,
    slowest_ms: () => slowest_ms,
    untilAnswered: () => Promise.all(sent),
    end: async () => {
      isEnding = true
      await sending
      await Promise.all(sent)
      return sent.length
    },
  }
}

/** Sends one request without retries: a list, or a new matter with this name. Any failure counts as wrong. */
async function request(
  base_url: string,
  { token, questionnaire_id }: Installation,
  { ledger, fail }: { ledger: Ledger; fail: (text: string) => void },
  name?: string,
): Promise<void> {
  const authorization = `Token ${token}`
  const creation = {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify({ questionnaire_id, matter_name: name }),
  }
  try {
    const response = await fetch(`${base_url}/v1/matters${name ? "/create" : ""}`, {
      ...(name ? creation : { headers: { authorization } }),
      signal: AbortSignal.timeout(20_000),
    })
    const text = await response.text()
    if (response.status !== (name ? 201 : 200))
      fail(`a request was answered with ${response.status} ${codeOf(text)}`)
    else if (name) {
      ledger.created.set((JSON.parse(text) as { id: string }).id, name)
      ledger.acknowledged += 1
    }
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string } }
    fail(`a request failed: ${cause?.code ?? message}`)
  }
}

/** Says whether a node was shutting down, had no database, or was overloaded. */
function codeOf(text: string): string {
  try {
    return String((JSON.parse(text) as { code?: unknown }).code)
  } catch {
    return text.split("\n")[0] ?? ""
  }
}
