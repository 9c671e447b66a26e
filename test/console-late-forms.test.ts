// Every form of the console, sent after the session has ended: what was typed is there again after signing in.
import assert from "node:assert/strict"
import { test } from "node:test"
import { consoleLines } from "./every-route/routes.ts"
import { addressOf, provideTwoFirms, send } from "./every-route/two-firms.ts"

const fixtures = provideTwoFirms()

interface FoundForm {
  action: string
  is_multipart: boolean
  hidden: [string, string][]
  /** Names of the fields that take text. */
  typed: string[]
}

/** The page's forms in which something can be typed. */
function formsOf(html: string, path: string): FoundForm[] {
  return [...html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)].flatMap(
    ([, opening = "", content = ""]) => {
      const inputs = [...content.matchAll(/<input\b([^>]*)>/g)].map(([, input = ""]) => ({
        type: /\btype="([^"]+)"/.exec(input)?.[1] ?? "text",
        name: /\bname="([^"]+)"/.exec(input)?.[1] ?? "",
        value: /\bvalue="([^"]*)"/.exec(input)?.[1] ?? "",
      }))
      const areas = [...content.matchAll(/<textarea\b[^>]*\bname="([^"]+)"/g)].map(([, name = ""]) => name)
      const texts = inputs.filter(
        ({ type, name }) => name && ["text", "email", "tel", "url", "search"].includes(type),
      )
      const typed = [...new Set([...texts.map(({ name }) => name), ...areas])]
      if (!/method="post"/.test(opening) || typed.length === 0) return []
      const hidden = inputs.flatMap(({ type, name, value }): [string, string][] =>
        type === "hidden" ? [[name, value]] : [],
      )
      const action = (/\baction="([^"]*)/.exec(opening)?.[1] ?? path).replaceAll("&amp;", "&")
      return [{ action, is_multipart: opening.includes("multipart/form-data"), hidden, typed }]
    },
  )
}

test("what is typed into any form of the console is there again after signing in", async () => {
  const { staff } = fixtures.ours
  const lost: string[] = []
  const walked = new Set<string>()
  for (const [route, line] of Object.entries(consoleLines)) {
    // Forms about one's own sign-in carry passwords and codes, and nothing long.
    if (line.entry || !line.methods.includes("GET") || route.startsWith("/console/account/")) continue
    const url = addressOf(route, { ...fixtures.ours.params, section_id: "none" }).replace("*", "nowhere")
    const page = await send(fixtures, { method: "GET", url, headers: { cookie: staff } })
    const forms = page.status === 200 ? formsOf(page.text, url) : []
    for (const form of forms.slice(0, 12)) {
      walked.add(route)
      const words = form.typed.map((name, index): [string, string] => [name, `typed ${index} late`])
      const data = new FormData()
      for (const [name, value] of [...form.hidden, ...words]) data.append(name, value)
      const body = new Response(form.is_multipart ? data : new URLSearchParams([...form.hidden, ...words]))
      const sent = await send(fixtures, {
        method: "POST",
        url: form.action,
        headers: {
          "content-type": body.headers.get("content-type") ?? "",
          referer: `${fixtures.service.base_url}${url}`,
        },
        payload: Buffer.from(await body.arrayBuffer()),
      })
      const location = new URL(String(sent.headers.location ?? "/nowhere"), "http://console")
      const next = location.searchParams.get("next") ?? "/nowhere"
      const shown = await send(fixtures, { method: "GET", url: next, headers: { cookie: staff } })
      const missing = words.filter(([, value]) => !shown.text.includes(value)).map(([name]) => name)
      const isTold = shown.text.includes("What you typed is still here")
      if (sent.status !== 303 || !isTold || missing.length > 0)
        lost.push(
          `${route} to ${form.action}: ${sent.status} ${isTold ? "" : "no banner"} ${missing.join(", ")}`,
        )
    }
  }
  assert.deepEqual(lost, [])
  assert(walked.size > 30, [...walked].join("\n"))
  assert(walked.has("/console/matters/:matter_id/conversation"))
})
