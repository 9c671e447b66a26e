// The way of someone who has nothing but the packages of two releases, by the lines of the guide (docs/operating.md,
// Upgrading): start, invite, back up, restore, upgrade, and what the version before says then.
import { chmodSync, cpSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { type Cookies, cookieHeader, keepCookies } from "../harness/cookies.ts"
import { packTwo } from "../release/two-releases.ts"
import { newOrdinaryUser, type OrdinaryUser } from "./ordinary-user.ts"
import type { Outcome } from "./outcome.ts"
import { newFolder } from "./own-postgres.ts"

/** What the guide's lines must print, by a part of the line. */
const printed: [part: string, text: RegExp][] = [
  ["backup ~/backup", /^Backed up to /],
  ["restore ~/backup", /all checksums verified/],
  ["verify", /\b0 (missing|damaged)|intact/],
  ["upgrade-check", /applies \d{4}-next\.sql/],
  ["! ~/", /A newer Foyer has changed this database .* Start that/],
]

export async function walkFromPackages(): Promise<Outcome> {
  const folder = newFolder("walk")
  const wrong: string[] = []
  const figures: Record<string, string> = {}
  const user = await newOrdinaryUser(folder)
  try {
    const { today, next } = await packTwo()
    for (const [version, tarball] of Object.entries({ "1.0.0": today, "1.0.1": next })) {
      cpSync(tarball, join(user.home, `foyer-${version}.tgz`))
      chmodSync(join(user.home, `foyer-${version}.tgz`), 0o644)
    }
    let invited: (() => Promise<string[]>) | undefined
    for (const line of readLines()) {
      const begun_ms = performance.now()
      if (line.startsWith("kill ")) await user.end()
      else {
        const said = await user.run(line, /To submit a matter without/)
        const [, text] = printed.find(([part]) => line.includes(part)) ?? []
        if (text && !text.test(said)) wrong.push(`${line} printed: ${said}`)
        if (line.endsWith("&")) {
          if (invited) wrong.push(...(await invited()))
          else invited = await invite(user, said)
        }
      }
      figures[line] = `${((performance.now() - begun_ms) / 1_000).toFixed(1)} s`
    }
    return { acknowledged: 2, kills: 0, lost: [], wrong, slow: [], figures }
  } finally {
    await user.end()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The commands of the guide that use the files of two releases, without their comments. */
function readLines(): string[] {
  const blocks = readFileSync("docs/operating.md", "utf8").matchAll(/```sh\n([^`]+)```/g)
  const block = [...blocks].map(([, text = ""]) => text).find((text) => text.includes("foyer-1.0.1.tgz"))
  if (!block) throw new Error("docs/operating.md has no lines for an upgrade between two packages.")
  return block
    .trim()
    .split("\n")
    .map((line) => line.replace(/ +#.*/, ""))
}

/** Invites by the API and in the console. Returns what says later whether both are still there. */
async function invite({ base_url }: OrdinaryUser, said: string): Promise<() => Promise<string[]>> {
  const [token = ""] = /foyer_\w+/.exec(said) ?? []
  const [setup = ""] = /http\S+\/console\/setup\/\w+/.exec(said) ?? []
  const headers = { authorization: `Token ${token}`, "content-type": "application/json" }
  const call = async (path: string, body?: object) => {
    const response = await fetch(`${base_url}${path}`, {
      headers,
      ...(body && { method: "POST", body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as { invite_url?: string; results?: { id: string; name: string }[] }
  }
  const cookies: Cookies = new Map()
  const browse = async (url: string, form?: Record<string, string>) => {
    const response = await fetch(new URL(url, base_url), {
      redirect: "manual",
      headers: { cookie: cookieHeader(cookies), "sec-fetch-site": "same-origin" },
      ...(form && { method: "POST", body: new URLSearchParams(form) }),
    })
    keepCookies(cookies, response.headers.getSetCookie())
    const { status } = response
    if (status !== (form ? 303 : 200)) throw new Error(`${url}: ${status} ${await response.text()}`)
    return form ? (response.headers.get("location") ?? "") : response.text()
  }
  const [questionnaire] = (await call("/v1/questionnaires")).results ?? []
  const questionnaire_id = questionnaire?.id ?? ""
  const { invite_url = "" } = await call("/v1/matters/create", {
    questionnaire_id,
    matter_name: "By the API",
  })
  await browse(setup, { name: "Eleanor Hartwell", password: "a long and quiet corridor 7" })
  const matter = await browse("/console/matters/new", {
    ...{ questionnaire_id, way: "link", matter_name: "By the console" },
    ...{ first_name: "Ada", last_name: "Quimby" },
  })
  return async () => {
    const pages = [await browse(matter), await browse(invite_url)]
    return pages.flatMap((page, at) =>
      page.includes(["By the console", "Start"][at] ?? "") ? [] : [`lost: ${page}`],
    )
  }
}
