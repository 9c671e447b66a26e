// One request, sent again while that is safe and may help.
import { errorOf, FoyerError, parseObject, reasonOf } from "./errors.ts"

export interface Outgoing {
  method: string
  url: string
  headers: Record<string, string>
  body?: string | Blob | undefined
  signal?: AbortSignal | undefined
  /** Whether sending it twice does what sending it once does. */
  is_repeatable: boolean
  /** Whether the body of a success is left unread. */
  stream: boolean
}

export interface Sending {
  fetch: typeof globalThis.fetch
  max_retries: number
  timeout_ms: number
}

/** Returns a success or a 304; throws the error of the last attempt, or the reason of an aborted `signal`. */
export async function send(request: Outgoing, sending: Sending): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await sendOnce(request, sending)
    if (!(outcome instanceof FoyerError)) return outcome
    const wait_ms = attempt > sending.max_retries ? undefined : waitAfter(outcome, request, attempt)
    if (wait_ms === undefined) throw outcome
    await pause(wait_ms, request.signal)
  }
}

/** A body that breaks off is as good as no answer, so JSON is read here, where it is sent again. */
async function sendOnce(
  { url, is_repeatable, stream, signal, ...init }: Outgoing,
  { fetch, timeout_ms }: Sending,
): Promise<Response | FoyerError> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new Error(`none within ${timeout_ms} ms`)), timeout_ms)
  const either = signal ? AbortSignal.any([signal, late.signal]) : late.signal
  try {
    // Followed redirects would lose the key, and turn a POST into a GET.
    const response = await fetch(url, { ...init, redirect: "manual", signal: either })
    if (response.ok && stream) return response
    const text = await response.text()
    const { status, statusText, headers } = response
    // A network's own sign-in page, or another program's answer, is a success that is not from Foyer.
    const isOwn = init.method === "HEAD" || parseObject(text) !== undefined
    if ((response.ok && isOwn) || status === 304)
      return new Response(text || null, { status, statusText, headers })
    return errorOf(response, text)
  } catch (cause) {
    if (signal?.aborted) throw signal.reason
    const detail = `There was no answer from ${new URL(url).origin}: ${reasonOf(cause)}.`
    return new FoyerError({ code: "unreachable", detail }, { cause })
  } finally {
    clearTimeout(timer)
  }
}

const first_wait_ms = 500
/** Whoever is told to wait longer should hear of it. */
const max_wait_ms = 120_000
const passing = [0, 502, 503, 504]

/** How long to wait before the next attempt; undefined if there should be none. A 429 has had no effect. */
function waitAfter(error: FoyerError, { is_repeatable }: Outgoing, attempt: number): number | undefined {
  const isPassing = passing.includes(error.status) || error.code === "request_in_progress"
  if (error.status !== 429 && !(is_repeatable && isPassing)) return undefined
  // Not all who were refused together come back together.
  const own_ms = first_wait_ms * 2 ** (attempt - 1) * (0.5 + Math.random() / 2)
  const wait_ms = Math.max(own_ms, (error.retry_after_s ?? 0) * 1_000)
  return wait_ms <= max_wait_ms ? wait_ms : undefined
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", end)
      resolve()
    }, ms)
    if (signal?.aborted) end()
    else signal?.addEventListener("abort", end, { once: true })
  })
}
