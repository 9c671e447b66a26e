import type { Fault, FoyerError as Public } from "./public.d.ts"

type Problem = Partial<
  Pick<Public, "status" | "title" | "type" | "request_id" | "errors" | "retry_after_s">
> &
  Pick<Public, "code" | "detail">

export class FoyerError extends Error implements Public {
  override readonly name = "FoyerError"
  readonly status: number
  readonly code: string
  readonly title: string
  readonly detail: string
  readonly type: string
  readonly request_id: string
  readonly errors: readonly Fault[]
  readonly retry_after_s: number | undefined

  constructor(problem: Problem, options?: ErrorOptions) {
    super(problem.detail, options)
    this.status = problem.status ?? 0
    this.code = problem.code
    this.title = problem.title ?? ""
    this.detail = problem.detail
    this.type = problem.type ?? "about:blank"
    this.request_id = problem.request_id ?? ""
    this.errors = problem.errors ?? []
    this.retry_after_s = problem.retry_after_s
  }
}

/** The error that a response describes, or that a proxy before Foyer answered in its own way. */
export function errorOf({ status, statusText, headers }: Response, text: string): FoyerError {
  const common = { status, retry_after_s: secondsOf(headers.get("retry-after")) }
  const problem = parseObject(text)
  if (typeof problem?.code === "string" && typeof problem.detail === "string")
    return new FoyerError({ ...(problem as Problem), ...common })
  const target = headers.get("location")
  const detail = target
    ? `This address leads on to ${target}. Use the address of Foyer itself.`
    : `The answer was ${status} ${statusText}, and not from Foyer.`
  const request_id = headers.get("request-id") ?? ""
  return new FoyerError({ ...common, code: `http_${status}`, title: statusText, detail, request_id })
}

/** Every response of Foyer with a body is a JSON object, but for files. */
export function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === "object" && !Array.isArray(value)
      ? ((value ?? undefined) as Record<string, unknown> | undefined)
      : undefined
  } catch {
    return undefined
  }
}

/** The records of a page. Throws if another program answered with an object of its own. */
export function recordsOf<Of>(page: Readonly<Record<string, unknown>>, field: string): Of[] {
  const records = page[field]
  if (Array.isArray(records)) return records
  throw new FoyerError({ code: "http_200", status: 200, detail: "The answer was 200, and not from Foyer." })
}

/** `Retry-After` is a number of seconds, or a date where a proxy sent it. */
function secondsOf(header: string | null): number | undefined {
  if (header === null) return undefined
  const seconds = /^\d{1,9}$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}

/** Why `fetch` got no answer: it says only that it failed, and what it names as the cause says why. */
export function reasonOf(error: unknown): string {
  const { cause, message } = error as Error
  const { code, message: reason } = (cause ?? {}) as { code?: string; message?: string }
  return code ?? reason ?? message
}
