// Measures the requests of a firm's software, staff, and clients.
import type { Installation } from "../../test/faults/installation.ts"
import { marksOf } from "../../test/harness/portal-intake.ts"
import { type Client, newClient } from "../cluster/client.ts"
import { type Cost, less } from "./spent.ts"

/** The average cost of `act`, repeated with a counter from 0. */
export type Measure = (act: (number: number) => Promise<unknown>) => Promise<Cost>

export interface Filled {
  /** Cookies of a member of staff. */
  cookie: string
  token: string
  matter_id: string
}

/** Measures every kind on the server at `url`: staff and software in the filled firm, clients in new matters. */
export async function measureRequests(
  url: string,
  { cookie, token, matter_id }: Filled,
  installation: Installation,
  measure: Measure,
): Promise<{ requests: Record<string, Cost>; intakes: number }> {
  const byKey = { authorization: `Token ${token}` }
  const etag = await read(`${url}/v1/matters`, byKey)
  const clients: Client[] = []
  const ask = (number: number, path: string, init?: RequestInit, status = 200) =>
    answerTo(clients[number], `${url}${path}`, init, status)
  const { question_page, question_id, upload_page } = installation

  const saveAnswer = async (number: number) => {
    const seen = Number(marksOf(await ask(number, question_page))[`seen.${question_id}`] ?? 0)
    return ask(number, "/portal/fields", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        page: question_page,
        controls: { [question_id]: [`Answer ${number}, and why`] },
        seen: { [question_id]: seen },
      }),
    })
  }
  const upload = (number: number) => {
    const body = new FormData()
    body.set("files", new File(["x".repeat(1024 * 1024)], `${number}.txt`, { type: "text/plain" }))
    return ask(number, upload_page, { method: "POST", body }, 303)
  }

  const requests: Record<string, Cost> = {}
  const add = async (kind: string, act: (number: number) => Promise<unknown>) => {
    const cost = await measure(act)
    requests[kind] = cost
    return cost
  }
  await add("interface: nothing new (304)", () =>
    read(`${url}/v1/matters`, { ...byKey, "if-none-match": etag }, 304),
  )
  await add("interface: one matter", () => read(`${url}/v1/matters/${matter_id}`, byKey))
  await add("interface: page of 100, not cached", (number) =>
    read(`${url}/v1/matters?page_size=100&unread=${number}`, byKey),
  )
  await add("console: home", () => read(`${url}/console`, { cookie }))
  await add("console: list of matters", () => read(`${url}/console/matters`, { cookie }))
  await add("console: one matter", () => read(`${url}/console/matters/${matter_id}`, { cookie }))
  await add("interface: create a matter", async (number) => {
    clients[number] = await newClient(url, installation, `Far ${number}`)
  })
  await add("portal: start", async (number) => clients[number]?.start())
  await add("portal: task list", (number) => ask(number, "/portal"))
  const question = await add("portal: question", (number) => ask(number, question_page))
  // Excludes loading the page before it.
  requests["portal: answer saved"] = less(await measure(saveAnswer), question)
  await add("portal: file of 1 MB", upload)
  await add("portal: submission", async (number) => clients[number]?.submit())
  return { requests, intakes: clients.length }
}

async function read(url: string, headers: Record<string, string>, status = 200): Promise<string> {
  const answer = await fetch(url, { headers, redirect: "manual" })
  await answer.arrayBuffer()
  if (answer.status !== status) throw new Error(`${url} answered ${answer.status}.`)
  return answer.headers.get("etag") ?? ""
}

async function answerTo(client: Client | undefined, url: string, init?: RequestInit, status = 200) {
  const answer = await client?.request(url, init)
  const text = (await answer?.text()) ?? ""
  if (answer?.status !== status) throw new Error(`${url} answered ${answer?.status}: ${text.slice(0, 200)}`)
  return text
}
