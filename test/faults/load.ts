// So many requests a second, come what may, each sent once.
import { setTimeout as sleep } from "node:timers/promises"
import type { Installation } from "./installation.ts"
import type { Ledger } from "./ledger.ts"

export interface Load {
  /** Sends no more, and resolves with how many were sent once all are answered. */
  end(): Promise<number>
}

/** Sends so many a second to `url`, every fifth of them a write. */
export function startLoad(url: string, installation: Installation, ledger: Ledger, per_second: number): Load {
  const sent: Promise<void>[] = []
  let isEnding = false
  const sending = (async () => {
    for (let number = 1; !isEnding; number += 1) {
      const name = number % 5 === 0 ? `load-${number}` : undefined
      sent.push(request(url, installation, ledger, name))
      await sleep(1_000 / per_second)
    }
  })()
  return {
    end: async () => {
      isEnding = true
      await sending
      await Promise.all(sent)
      return sent.length
    },
  }
}

/** One request that is not tried again: a list, or a matter created under this name. Whatever fails is wrong. */
async function request(
  base_url: string,
  { token, questionnaire_id }: Installation,
  ledger: Ledger,
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
      ledger.wrong.push(`a request was answered with ${response.status} ${codeOf(text)}`)
    else if (name) {
      ledger.created.set((JSON.parse(text) as { id: string }).id, name)
      ledger.acknowledged += 1
    }
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string } }
    ledger.wrong.push(`a request failed: ${cause?.code ?? message}`)
  }
}

/** Says whether a node was leaving, had no database, or had too much to do. */
function codeOf(text: string): string {
  try {
    return String((JSON.parse(text) as { code?: unknown }).code)
  } catch {
    return text.slice(0, 100)
  }
}
