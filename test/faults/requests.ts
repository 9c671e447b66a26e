import { setTimeout as sleep } from "node:timers/promises"
import { type Cookies, cookieHeader, keepCookies } from "../harness/cookies.ts"
import type { Ledger } from "./ledger.ts"

export interface Reply {
  status: number
  location: string
  text: string
}

const timeout_ms = 20_000

/** The wait before the next attempt, so that a starting server has the machine to itself. */
const retry_ms = 200

/**
 * Sends one request. Returns undefined, after a wait, if the connection broke or the server was unavailable (503) or
 * full (507), which counts as broken.
 */
export async function attempt(
  ledger: Ledger,
  url: string,
  { cookies, ...init }: RequestInit & { cookies?: Cookies } = {},
): Promise<Reply | undefined> {
  try {
    const headers = new Headers(init.headers)
    if (cookies) {
      headers.set("cookie", cookieHeader(cookies))
      headers.set("sec-fetch-site", "same-origin")
    }
    const response = await fetch(url, {
      ...init,
      headers,
      redirect: "manual",
      signal: AbortSignal.timeout(timeout_ms),
    })
    const text = await response.text()
    if (cookies) keepCookies(cookies, response.headers.getSetCookie())
    if (response.status === 503 || response.status === 507) {
      return await breakOff(ledger)
    }
    if (response.status >= 500) ledger.wrong.push(`${response.status} ${init.method ?? "GET"} ${url}`)
    return { status: response.status, location: response.headers.get("location") ?? "", text }
  } catch {
    return breakOff(ledger)
  }
}

async function breakOff(ledger: Ledger): Promise<undefined> {
  ledger.broken += 1
  await sleep(retry_ms)
}

export const form = (fields: Record<string, string>) => ({
  method: "POST",
  body: new URLSearchParams(fields).toString(),
  headers: { "content-type": "application/x-www-form-urlencoded" },
})
