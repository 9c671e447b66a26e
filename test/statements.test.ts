// What a request costs in statements, so that growth is a decision: the most for each kind of request, in a matter with
// everything. Opening the transaction and verifying who asks are among them. No request reads the same twice.
import assert from "node:assert/strict"
import { before, test } from "node:test"
import { sql } from "../server/platform/db/sql.ts"
import { fillIn } from "./contract/sample-firm.ts"
import { cookieHeader } from "./harness/cookies.ts"
import { provideDemo } from "./harness/demo-database.ts"
import { newPortalIntake } from "./harness/portal-intake.ts"
import { listRepeated, recordStatements } from "./harness/recorded-statements.ts"
import type { TestFirm } from "./harness/service.ts"
import { newStaffBrowser } from "./harness/staff-browser.ts"

// As in production: the test setting would read every cached response again to compare it.
const { service, demo } = provideDemo({ settings: { NODE_ENV: "development" } })
let firm: TestFirm
before(async () => {
  const { firm_id } = demo
  const admin = await service.db.forFirm(firm_id, (tx) =>
    tx.one<{ user_id: string }>(sql`
      select id as user_id from users where is_firm_staff and role = 'admin' order by id limit 1`),
  )
  firm = {
    firm_id,
    admin,
    run: (work: never) => service.db.forFirm(firm_id, work, admin),
  } as unknown as TestFirm
})

interface Budget {
  request: string
  max: number
  /** Sends the request for the time after `times` others. */
  send: (times: number) => Promise<{ status: number }>
  /** Brings about what the request needs, unmeasured. */
  prepare?: () => Promise<unknown>
}

/** What is written behind the responses, at times of its own: when a key was last used, and the log of requests. */
const inBackground =
  /^update api_keys set last_used_at|^insert into api_requests|^select set_config\('foyer\.firm_id'/

/** Measures the second of two requests: the first fills the caches of what never changes. */
async function check({ request, max, send, prepare }: Budget): Promise<void> {
  await prepare?.()
  assert.ok((await send(0)).status < 400, request)
  await prepare?.()
  let status = 0
  const recorded = await recordStatements(async () => {
    status = (await send(1)).status
  })
  const sent = recorded.filter(({ text }) => !inBackground.test(text))
  assert.ok(status < 400, `${request}: status ${status}`)
  assert.deepEqual(listRepeated(sent), [], request)
  const list = sent.map(({ text }) => text).join("\n")
  assert.ok(sent.length <= max, `${request}: ${sent.length} statements, at most ${max}\n${list}`)
}

test("each kind of request stays within its budget of statements, and reads nothing twice", async () => {
  for (const budget of [
    ...(await ofConsole()),
    ...(await ofPresses()),
    ...ofApi(),
    await ofPrefill(),
    ...(await ofPortal()),
  ])
    await check(budget)
})

async function ofConsole(): Promise<Budget[]> {
  const browse = await newStaffBrowser(service, firm)
  const page = (url: string, max: number): Budget => ({
    request: `GET ${url}`,
    max,
    send: () => browse("GET", url),
  })
  const matter = `/console/matters/${demo.matters.couple}`
  return [
    page("/console", 18),
    page("/console/matters", 8),
    page(matter, 23),
    page(`${matter}/review`, 22),
    page(`${matter}/documents`, 18),
    page(`${matter}/conversation`, 25),
    page(`${matter}/activity`, 15),
    page("/console/matters?layout=board", 8),
    page("/console/settings/keys", 5),
  ]
}

/** What staff change in place, in the head of a matter and in the list; the reply is only what changed. */
async function ofPresses(): Promise<Budget[]> {
  const press = await newStaffBrowser(service, firm, undefined, { in_place: true })
  const matter = `/console/matters/${demo.matters.single}`
  const [now, [other]] = await firm.run(async (tx) => [
    await tx.one<{ assignee_id: string; name: string; due_on: string; tags: string }>(sql`
      select coalesce(assignee_id, '') as assignee_id, name, coalesce(due_on::text, '') as due_on,
             array_to_string(array(select tag::text from matter_tags where matter_id = m.id order by tag), ', ') as tags
        from matters m where id = ${demo.matters.single}`),
    await tx.all<{ id: string }>(sql`
      select u.id from users u where u.is_firm_staff and u.role <> 'read_only' and u.deactivated_at is null
         and u.id is distinct from (select assignee_id from matters where id = ${demo.matters.single}) order by u.id`),
  ])
  /** Changes a value there and back. */
  const change = (
    { path, field, to, from }: { path: string; field: string; to: string; from: string },
    [in_head, in_list]: [in_head: number, in_list: number],
  ): Budget[] =>
    [
      { back: matter, max: in_head },
      { back: "/console/matters", max: in_list },
    ].map(({ back, max }) => ({
      request: `POST ${path}, ${field} from ${back}`,
      max,
      send: (times) =>
        press("POST", `${matter}/${path}`, {
          [field]: times ? from : to,
          was: times ? to : from,
          back,
          form_id: `${field} ${back} ${times}`,
        }),
    }))
  const tags = [...now.tags.split(", ").filter(Boolean), "Aaa"].toSorted().join(", ")
  return [
    ...change({ path: "filing", field: "due_on", to: "2031-01-02", from: now.due_on }, [7, 7]),
    ...change({ path: "filing", field: "all_tags", to: tags, from: now.tags }, [11, 11]),
    ...change({ path: "name", field: "matter_name", to: "Castellanos, R", from: now.name }, [9, 9]),
    ...change(
      { path: "assignment", field: "assignee_id", to: other?.id ?? "", from: now.assignee_id },
      [12, 12],
    ),
    {
      request: "request thirty documents with a day",
      max: 29,
      send: (times) =>
        press("POST", `${matter}/documents/requests`, {
          labels: Array.from({ length: 30 }, (_, index) => `Paper ${times} ${index}`).join("\n"),
          due_on: "2031-01-02",
          form_id: `thirty ${times}`,
        }),
    },
    ...(await ofReview(press)),
  ]
}

/** Accepting one line of each kind, and taking it back. */
async function ofReview(press: Awaited<ReturnType<typeof newStaffBrowser>>): Promise<Budget[]> {
  const review = `/console/matters/${demo.matters.couple}/review`
  const { text } = await press("GET", review)
  const all = [...text.matchAll(/name="accept" value="(\S+ (\w+):\S+)"/g)]
  const lines = new Map(all.map(([, accept = "", origin = ""]) => [origin, accept]))
  const line = (origin: string, max: number, taking_back: number): Budget[] => {
    const accept = lines.get(origin) ?? ""
    assert.ok(accept, `no line is from ${origin}: ${[...lines.keys()]}`)
    let presses = 0
    let withdraw = ""
    const form_id = () => {
      presses += 1
      return `${accept} ${presses}`
    }
    const accepted = async () => {
      const sent = await press("POST", review, { accept, form_id: form_id() })
      withdraw = /name="withdraw" value="(\d+)"/.exec(JSON.parse(sent.text).message)?.[1] ?? ""
      return sent
    }
    const takenBack = () => press("POST", review, { withdraw, form_id: form_id() })
    return [
      { request: `accept one of ${origin}`, max, prepare: takenBack, send: accepted },
      { request: `take back one of ${origin}`, max: taking_back, prepare: accepted, send: takenBack },
    ]
  }
  return [
    ...line("contacts", 10, 11),
    ...line("answers", 10, 11),
    ...line("assets", 10, 11),
    ...line("roles", 11, 12),
    ...line("documents", 12, 11),
    ...line("successor_missing", 11, 11),
  ]
}

/** Reads that no cache answers: each of another matter, or a page of another size. */
function ofApi(): Budget[] {
  const { single, couple } = demo.matters
  const headers = { authorization: `Bearer ${demo.api_token}` }
  const get = (request: string, urls: readonly [string, string], max: number): Budget => ({
    request,
    max,
    send: async (times) => {
      const { statusCode } = await service.app.inject({ method: "GET", url: urls[times ? 1 : 0], headers })
      return { status: statusCode }
    },
  })
  const part = (path: string, max: number) =>
    get(`GET /v1/matters/:id${path}`, [`/v1/matters/${single}${path}`, `/v1/matters/${couple}${path}`], max)
  return [
    get("GET /v1/matters", ["/v1/matters?page_size=11", "/v1/matters?page_size=12"], 3),
    get("GET /v1/matters?search", ["/v1/matters?search=a", "/v1/matters?search=b"], 4),
    part("", 2),
    part("/contacts", 2),
    part("/answers", 3),
    part("/assets", 3),
    part("/roles", 4),
    part("/documents", 5),
    part("/record", 11),
  ]
}

/** As many people as one request can bring, with assets and all roles. */
async function ofPrefill(): Promise<Budget> {
  const headers = { authorization: `Bearer ${demo.api_token}` }
  const url = `/v1/matters/${demo.matters.pre_created}`
  const read = async (path: string) => (await service.app.inject({ url: path, headers })).json()
  const { questionnaire, contact_main } = await read(url)
  const { roles, financial_categories } = await read(`/v1/questionnaires/${questionnaire.id}/contents`)
  const listOf = <One>(length: number, one: (number: number) => One) =>
    Array.from({ length }, (_, number) => one(number))
  const bodyOf = (times: number) => ({
    people: [
      { party: "main", preferred_name: `Mei ${times}` },
      ...listOf(499, (number) => ({
        ...{ relationship_type: "2CHLD", first_name: `Cleo ${times}`, last_name: `Yu ${number}` },
        phone_numbers: [{ type: "mobile", number: "(202) 555-0142" }],
        email_addresses: [{ type: "home", email: `cleo${number}@example.com` }],
        ...(number < 50 && { addresses: [{ type: "home", street: `${number} Elm Street` }] }),
      })),
    ],
    assets: listOf(200, (number) => {
      const { id, fields } = financial_categories[number % financial_categories.length]
      const text = fields.find(({ type }: { type: string }) => type === "text")
      return { for_fin_category: id, owner_type: "main", ...(text && { fields: { [text.id]: `${number}` } }) }
    }),
    roles: roles.map(({ id, split }: { id: string; split: boolean }) => ({
      ...{ role: id, levels: times ? [[contact_main.id]] : [] },
      ...(split && { about: "main" }),
    })),
  })
  return {
    request: "prefill a family of five hundred",
    max: 35,
    send: async (times) => {
      const request = { method: "POST", url: `${url}/prefill`, headers, payload: bodyOf(times) } as const
      return { status: (await service.app.inject(request)).statusCode }
    },
  }
}

async function ofPortal(): Promise<Budget[]> {
  const intake = await newPortalIntake(service, await service.newFirm())
  await fillIn(service, intake)
  const { ada, ids, pageOf } = intake
  const field = ids.children_wishes
  let seen = 0
  const autosave = async () => {
    const answer = await service.app.inject({
      method: "POST",
      url: "/portal/fields",
      headers: { cookie: cookieHeader(ada.cookies), "sec-fetch-site": "same-origin" },
      payload: { page: pageOf(field), controls: { [field]: [`Piano ${seen}`] }, seen: { [field]: seen } },
    })
    seen = JSON.parse(answer.body).saved[field]
    return { status: answer.statusCode }
  }
  let submission = 1
  const submit = async () => {
    const sent = await ada.post("/portal/submission", { after: String(submission) })
    submission += 1
    assert.equal(sent.location, `/portal/submissions/${submission}`)
    return sent
  }
  return [
    { request: "GET /portal", max: 20, send: () => ada.get("/portal") },
    { request: "GET a page of questions", max: 14, send: () => ada.get(pageOf(field)) },
    { request: "POST /portal/fields", max: 12, send: autosave },
    { request: "POST /portal/submission", max: 34, prepare: autosave, send: submit },
  ]
}
