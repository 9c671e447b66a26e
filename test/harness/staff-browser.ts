// A member of staff signed in to the console, sending forms with or without a browser.
import type { Page } from "playwright-core"
import { createSession } from "../../server/firm/access/sessions.ts"
import { in_place_header } from "../../server/web/console/in-place/shapes.ts"
import type { PageOptions } from "./browser.ts"
import { type Cookies, cookieHeader, keepCookies } from "./cookies.ts"
import type { TestFirm, TestService } from "./service.ts"
import { openPageOf, type ServiceAndBrowser } from "./service-and-browser.ts"
import { newStaff } from "./staff.ts"

/** Signs this member of staff in, for longer than any test's clock runs. */
export async function signInStaff(firm: TestFirm, user_id = firm.admin.user_id): Promise<Cookies> {
  const lifetime = { idle_s: 3e9, max_s: 3e9 }
  const { token } = await firm.run((tx) => createSession(tx, { user_id, device: "Test", lifetime }))
  return new Map([["foyer_staff", token]])
}

/** A body: fields, files with names, or bytes of any type. */
type Form = Record<string, string> | [name: string, value: string][] | FormData | Blob

/** Sends what this member of staff's browser would send, and stores the cookies in the response. */
export async function newStaffBrowser(
  service: TestService,
  firm: TestFirm,
  user_id = firm.admin.user_id,
  { in_place = false } = {},
) {
  const cookies = await signInStaff(firm, user_id)
  const req = async (method: "GET" | "POST", url: string, form: Form = {}) => {
    const isEncoded = form instanceof FormData || form instanceof Blob
    const sent = method === "POST" && new Response(isEncoded ? form : new URLSearchParams(form))
    const answer = await service.app.inject({
      method,
      url,
      headers: {
        "sec-fetch-site": "same-origin",
        cookie: cookieHeader(cookies),
        ...(sent && in_place && { [in_place_header]: "1" }),
        ...(sent && { "content-type": sent.headers.get("content-type") ?? "" }),
      },
      payload: sent ? Buffer.from(await sent.arrayBuffer()) : undefined,
    })
    keepCookies(cookies, answer.headers["set-cookie"])
    const { statusCode: status, headers, body: text, rawPayload: bytes } = answer
    return { status, headers, location: String(headers.location), text, bytes }
  }
  /** The page that shows the form: its own address, or the nearest one above it. */
  const pageWith = async (url: string): Promise<string> => {
    const { status, text } = await req("GET", url)
    const above = url.slice(0, url.lastIndexOf("/"))
    return status === 404 && above.startsWith("/console/") ? pageWith(above) : text
  }
  return async (method: "GET" | "POST", url: string, form: Form = {}) => {
    if (method === "GET" || !edits.test(url) || form instanceof FormData || form instanceof Blob)
      return req(method, url, form)
    const fields = Array.isArray(form) ? form : Object.entries(form)
    if (fields.some(([name]) => name === "seen" || name === "was")) return req(method, url, fields)
    const menus = inMenus.exec(url)?.[1]
    if (menus) {
      const was = wasIn((await req("GET", `${menus}/menus`)).text, url, fields[0]?.[0] ?? "step")
      return req(method, url, [...fields, ["was", was], ["back", menus]])
    }
    const seen = seenIn(await pageWith(url), url)
    return req(method, url, seen === undefined ? fields : [...fields, ["seen", seen]])
  }
}

/** Forms that carry a hash of the state they edit; a browser opens them before it sends them. */
const edits =
  /\/(firm|portal|start-pages|signing-in|stalled|replies|notifications|reminders|retention|role|setup-link|deactivation|reactivation|assignment|access|name|introduction|filing|address|reminder-schedule|settings|completion|client-editing|closing|reopening|hold|release|pause|resumption|rotation|removal|renewal|revocation)$/

/** Forms in the menus of a matter, which carry the value that they change. */
const inMenus =
  /^(\/console\/matters\/matter_[0-9A-F]{32})\/(?:assignment|filing|name|completion|client-editing|closing|reopening|release)$/

/** Returns the value that a form of the menus carries, with a field of this name. */
function wasIn(html: string, action: string, field: string): string {
  const form = html
    .split("<form")
    .find((one) => one.includes(`action="${action}"`) && one.includes(`name="${field}"`))
  return form?.match(/name="was" value="([^"]*)"/)?.[1] ?? ""
}

/** Returns the state hash in a page's form; with `action`, in the one sent there, if there are several. */
export function seenIn(html: string, action = ""): string | undefined {
  const [, own = html] = action ? html.split(`<form method="post" action="${action}"`) : []
  return own.match(/name="seen" value="([^"]*)"/)?.[1]
}

let count = 0

/** Opens a browser, by default without script, in which Ruth Pryce has just signed in. */
export async function enterConsole(
  { firm, ...opened }: ServiceAndBrowser & { firm: TestFirm },
  { role = "admin", ...options }: PageOptions & { role?: "admin" | "member" } = {},
): Promise<Page> {
  const email = `ruth.${Date.now()}.${++count}@hartwell.example`
  const { user_id } = await newStaff(firm, { email, role })
  const page = await openPageOf(opened, await signInStaff(firm, user_id), { javascript: false, ...options })
  await page.goto("/console")
  return page
}
