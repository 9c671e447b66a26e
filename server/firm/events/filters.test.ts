import assert from "node:assert/strict"
import { before, test } from "node:test"
import { provideServiceAndFirm } from "../../../test/harness/service.ts"
import { sql } from "../../platform/db/sql.ts"
import type { Event } from "./schema.ts"

const { service, firm } = provideServiceAndFirm()
/** The firm's events, newest first. */
let all: Event[]
const matter = (n: number) => `matter_${String(n).padStart(32, "0")}`
before(async () => {
  const other = await service.newFirm()
  for (const one of [firm, other])
    await one.write(sql`
        insert into events (id, event_type, matter_id, occurred_at, payload)
        select id, event_type, matter_id, occurred_at, json_build_object(
                 'event_id', id, 'event_type', event_type, 'matter', json_build_object('id', matter_id),
                 'meta', json_build_object('questionnaire', json_build_object('id', 'quest_1', 'internal_type', 'Planning')),
                 'occured_at', to_char(occurred_at, 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
                 'user', json_build_object('id', 'user_1', 'is_firm_staff', true, 'is_client_user', false))
          from (select 'evt_' || lpad(upper(to_hex(n)), 32, '0') as id, 'matter_' || lpad((n % 7)::text, 32, '0') as matter_id,
                       case when n % 50 = 0 then 'intakeform.completed' when n % 3 = 0 then 'message.created'
                            else 'intakeform.resubmitted' end as event_type,
                       timestamptz '2026-01-01Z' + n / 4 * interval '0.7 seconds' as occurred_at
                  from generate_series(1, 600) n) e`)
  all = (await Promise.all([1, 2, 3].map((page) => get(`page_size=200&page=${page}`)))).flatMap(
    ({ results }) => results,
  )
  assert.equal(all.length, 600)
})

async function get(query: string): Promise<{ count: number; next: string | null; results: Event[] }> {
  const { status, body } = await firm.request("GET", `/v1/events?${query}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

test("filters by type, matter and time combine with each other, with pages and with starting_after", async () => {
  const since = all[200]?.occured_at ?? ""
  const filters: [query: string, fits: (event: Event) => boolean][] = [
    ["event_type=intakeform.completed", ({ event_type }) => event_type === "intakeform.completed"],
    [
      "event_type=intakeform.completed,message.created",
      ({ event_type }) => event_type !== "intakeform.resubmitted",
    ],
    [
      "event_type=message.created&event_type=message.created",
      ({ event_type }) => event_type === "message.created",
    ],
    ["event_type=intakeform.started,meetingtemplate.completed", () => false],
    [`matter_id=${matter(3)}`, (event) => event.matter.id === matter(3)],
    [`since=${since}`, ({ occured_at }) => occured_at >= since],
  ]
  const combined = filters.flatMap(([query, fits], at) =>
    filters
      .slice(at + 1)
      .map(([more, fitsToo]): [string, (event: Event) => boolean] => [
        query.startsWith("event_type") && more.startsWith("event_type") ? query : `${query}&${more}`,
        (event) => fits(event) && (more.startsWith("event_type") || fitsToo(event)),
      ]),
  )
  for (const [query, fits] of [...filters, ...combined])
    for (const start of [undefined, 0, 150, 599]) {
      const after_ = start === undefined ? "" : `&starting_after=${all[start]?.event_id}`
      const expected = all.slice(start === undefined ? 0 : start + 1).filter(fits)
      const seen: Event[] = []
      let next: string | null = `page_size=70&${query}${after_}`
      while (next !== null) {
        const page = await get(next)
        assert.equal(page.count, expected.length, next)
        seen.push(...page.results)
        next = page.next && new URL(page.next).search.slice(1)
      }
      assert.deepEqual(seen, expected, `${query}${after_}`)
    }
})

test("a filter the API does not know is refused, and another firm's matter has no events", async () => {
  const refuse = async (query: string) => {
    const { status, body } = await firm.request("GET", `/v1/events?${query}`)
    assert.equal(status, 400, query)
    return body.errors.map(({ param, code }: { param: string; code: string }) => `${param} ${code}`)
  }
  assert.deepEqual(await refuse("event_type=intakeform.submited"), ["event_type unknown_value"])
  assert.deepEqual(await refuse("event_type="), ["event_type unknown_value"])
  assert.deepEqual(await refuse("since=2026-01-01&page=0"), ["since wrong_format", "page not_a_page"])
  assert.deepEqual(await refuse("matter_id=a&matter_id=b"), ["matter_id repeated"])
  assert.equal((await get("matter_id=matter_1")).count, 0)
  assert.equal((await get("since=2100-01-01T00:00:00Z")).count, 0)
})

test("an unchanged filtered list gets 304, and a new event appears in it", async () => {
  const url = `/v1/events?event_type=intakeform.started&since=2026-01-01T00:00:00Z`
  const first = await firm.request("GET", url)
  const headers = { "if-none-match": String(first.headers.etag) }
  assert.equal((await firm.request("GET", url, undefined, headers)).status, 304)
  await firm.write(sql`
      insert into events (id, event_type, matter_id, occurred_at, payload)
      select 'evt_' || repeat('F', 32), 'intakeform.started', ${matter(1)}, '2026-02-01Z',
             replace(payload, 'intakeform.resubmitted', 'intakeform.started')
        from events where id = ${all.find(({ event_type }) => event_type.endsWith("resubmitted"))?.event_id ?? ""}`)
  const second = await firm.request("GET", url, undefined, headers)
  assert.deepEqual([second.status, second.body.count], [200, 1])
})
