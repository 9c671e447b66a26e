import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { addQuestionnaire } from "../../../../test/harness/added-questionnaire.ts"
import { assertEach } from "../../../../test/harness/assert-each.ts"
import { provideService, type TestFirm } from "../../../../test/harness/service.ts"
import type { Approach } from "../../../definition/definition.ts"
import { foldText } from "../../../definition/values/folded-text.ts"
import { sql } from "../../../platform/db/sql.ts"
import { markSubmitted } from "../lifecycle.ts"
import { createMatter } from "../matters.ts"
import { filtersOf, isCounted, type MatterFilters, whereOf } from "./filters.ts"
import { listMatterOverviews } from "./list.ts"
import { MatterQuery } from "./list-schema.ts"

const service = provideService({ clock: () => now })
let now = new Date("2026-03-02T12:00:00Z")

const newQuestionnaire = (firm: TestFirm, approach: Approach) =>
  firm.run((tx) => addQuestionnaire(tx, { title: approach, approach, url_short_name: approach }))

async function newMatter(firm: TestFirm, questionnaire_id: string, matter_name: string, day = "2026-03-02") {
  now = new Date(`${day}T12:00:00Z`)
  return (await firm.run((tx) => createMatter(tx, { questionnaire_id, matter_name }))).id
}

/** The parameters that choose a part of the list, its order, or matters by what other features know. */
const not_filters = ["page", "page_size", "sort", "starting_after", "follow_up"]

test("each other parameter of the list is a filter, and one without maintained counts unless it is known to have them", () => {
  const counted: string[] = []
  for (const [name, schema] of Object.entries(MatterQuery.properties)) {
    if (not_filters.includes(name)) continue
    const { examples: [example] = [] } = schema as { examples?: unknown[] }
    const filters = filtersOf({ [name]: example } as MatterQuery)
    assert.notDeepEqual(filters, filtersOf({}), name)
    assert.notEqual(whereOf(filters).text, whereOf({}).text, name)
    if (isCounted(filters)) counted.push(name)
  }
  const known = ["search", "from", "until", "is_submitted", "quest_approach", "status", "assignee"]
  assert.deepEqual(counted, [...known, "questionnaire_id"])
  assert.equal(isCounted({ ...filtersOf({}), unknown: 1 } as MatterFilters), false)
})

async function names(firm: TestFirm, query: string): Promise<string[]> {
  const { status, body } = await firm.request("GET", `/v1/matters?${query}`)
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal(body.count, body.results.length)
  return body.results.map((matter: { name: string }) => matter.name)
}

test("pages of every size follow one order, newest first", async () => {
  const firm = await service.newFirm()
  const questionnaire_id = await newQuestionnaire(firm, "planning")
  const days = [
    "2026-01-05",
    "2026-01-03",
    "2026-01-05",
    "2026-01-04",
    "2026-01-05",
    "2026-01-01",
    "2026-01-03",
  ]
  const created: { id: string; day: string }[] = []
  for (const [index, day] of days.entries())
    created.push({ id: await newMatter(firm, questionnaire_id, `M${index}`, day), day })
  const newestFirst = (a: { id: string; day: string }, b: { id: string; day: string }) =>
    `${a.day} ${a.id}` < `${b.day} ${b.id}` ? 1 : -1
  const expected = created.sort(newestFirst).map(({ id }) => id)
  // With and without a filter that matches everything: two plans, one order.
  for (const filter of ["", "&search=m"]) {
    for (let size = 1; size <= 8; size++) {
      const seen: string[] = []
      let next: string | null = `/v1/matters?page_size=${size}${filter}`
      while (next) {
        const { body } = await firm.request("GET", next)
        assert.equal(body.count, 7)
        seen.push(...body.results.map((matter: { id: string }) => matter.id))
        next = body.next && new URL(body.next).pathname + new URL(body.next).search
      }
      assert.deepEqual(seen, expected, `page_size=${size}${filter}`)
    }
  }
  const past = await firm.request("GET", "/v1/matters?page_size=7&page=2")
  assert.equal(past.status, 404)
  assert.equal(past.body.detail, "Invalid page.")
})

test("a caller that uses starting_after misses no matter and sees none twice, even while others are created", async () => {
  const firm = await service.newFirm()
  const questionnaire_id = await newQuestionnaire(firm, "planning")
  const days = ["2026-01-05", "2026-01-03", "2026-01-05", "2026-01-04", "2026-01-05"]
  for (const [index, day] of days.entries()) await newMatter(firm, questionnaire_id, `Early ${index}`, day)
  const { body } = await firm.request("GET", "/v1/matters")
  const expected = body.results.map((matter: { id: string }) => matter.id)
  for (const filter of ["", "&search=early", "&quest_approach=planning"]) {
    const seen: string[] = []
    let page = await firm.request("GET", `/v1/matters?page_size=2${filter}`)
    while (page.body.results.length > 0) {
      seen.push(...page.body.results.map((matter: { id: string }) => matter.id))
      await newMatter(firm, questionnaire_id, "Early too", "2026-01-09")
      page = await firm.request("GET", `/v1/matters?page_size=2${filter}&starting_after=${seen.at(-1)}`)
    }
    assert.deepEqual(
      seen.filter((id) => expected.includes(id)),
      expected,
      filter,
    )
    assert.equal(new Set(seen).size, seen.length, filter)
  }
  const following = await firm.request("GET", `/v1/matters?page_size=2&starting_after=${expected[0]}`)
  assert.equal(following.body.count, 4)
  assert.equal(new URL(following.body.next).search, `?page_size=2&starting_after=${expected[0]}&page=2`)
})

test("starting_after takes only a matter of the firm", async () => {
  const [firm, other] = [await service.newFirm(), await service.newFirm()]
  const foreign = await newMatter(other, await newQuestionnaire(other, "planning"), "Hart")
  for (const id of [foreign, `matter_${"0".repeat(32)}`, "", "newest"]) {
    const { status, body } = await firm.request("GET", `/v1/matters?starting_after=${id}`)
    assert.equal(status, 400, id)
    assert.deepEqual(body.errors, [
      {
        param: "starting_after",
        code: "unknown_matter",
        message: '"starting_after" must be the id of a matter of this firm.',
      },
    ])
  }
})

test("far pages, found from counts, match those found by walking", async () => {
  const firm = await service.newFirm()
  const questionnaire_id = await newQuestionnaire(firm, "planning")
  await firm.run(async (tx) => {
    const id = (kind: string) => sql`${kind} || current_suffix || lpad(upper(to_hex(n)), 8, '0')`
    const many = sql`generate_series(1, 2600) n, substr(current_firm(), 6, 24) as current_suffix`
    // All of one client, because adding a client to each would take as long as adding the matters.
    const client = sql`'contact_' || current_suffix || lpad('1', 8, '0')`
    await tx.run(sql`
      insert into matters (id, name, search_name, open_date, questionnaire_id, questionnaire_version, client_type,
                           contact_main_id, last_activity_at, created_at)
      select ${id("matter_")}, 'M' || n, 'm' || n, date '2025-01-01' + n * 7 % 40, ${questionnaire_id}, 1, 'self',
             ${client}, now(), now() from ${many}`)
    await tx.run(sql`
      insert into contacts (id, matter_id, position, relationship_type, created_at)
      select ${client}, ${id("matter_")}, 1, '1MAIN', now() from ${many} where n = 1`)
    await tx.run(sql`delete from matters where open_date in ('2025-01-03', '2025-01-09', '2025-02-09')`)
  })
  for (const filter of ["", "&from=2025-01-02&until=2025-02-08"]) {
    const seen: string[] = []
    let next: string | null = `/v1/matters?page_size=190${filter}`
    let count = 0
    while (next) {
      const { body } = await firm.request("GET", next)
      count = body.count
      seen.push(...body.results.map((matter: { id: string }) => matter.id))
      next = body.next && new URL(body.next).pathname + new URL(body.next).search
    }
    const [from, until] = filter ? ["2025-01-02", "2025-02-08"] : ["2025-01-01", "2025-12-31"]
    const expected = await firm.all<{ id: string }>(sql`
        select id from matters where open_date between ${from} and ${until} order by open_date desc, id desc`)
    assert.ok(expected.length > 2_200)
    assert.equal(count, expected.length)
    assert.deepEqual(
      seen,
      expected.map(({ id }) => id),
    )
  }
})

test("links between pages keep every other parameter", async () => {
  const firm = await service.newFirm()
  const questionnaire_id = await newQuestionnaire(firm, "planning")
  for (const name of ["Ümit A", "Ümit B", "Ümit C"]) await newMatter(firm, questionnaire_id, name)
  const { body } = await firm.request(
    "GET",
    "/v1/matters?search=%C3%BCmit&page_size=1&page=2&from=2026-01-01&x=y",
  )
  for (const [link, page] of [
    [body.next, "3"],
    [body.previous, "1"],
  ] as const) {
    const { origin, searchParams } = new URL(link)
    assert.equal(origin, service.base_url)
    assert.deepEqual(Object.fromEntries(searchParams), {
      search: "ümit",
      page_size: "1",
      page,
      from: "2026-01-01",
      x: "y",
    })
  }
})

test("the search ignores case and accents and takes every character literally", async () => {
  const firm = await service.newFirm()
  const questionnaire_id = await newQuestionnaire(firm, "planning")
  for (const name of ["O’Neil-Ștefănescu", "Nguyễn Straße", "100%_a\\b", "王小明", "ΟΔΥΣΣΕΥΣ"]) {
    await newMatter(firm, questionnaire_id, name)
  }
  const finds = async (search: string) => (await names(firm, `search=${encodeURIComponent(search)}`))[0]
  assert.equal(await finds("o'neil-stefan"), "O’Neil-Ștefănescu")
  assert.equal(await finds("oneil"), "O’Neil-Ștefănescu")
  assert.equal(await finds("ONEIL STEFAN"), "O’Neil-Ștefănescu")
  assert.equal(await finds("stefanescu o"), undefined)
  assert.equal(await finds("NGUYEN STRASSE"), "Nguyễn Straße")
  assert.equal(await finds("%_A\\"), "100%_a\\b")
  assert.equal(await finds("小"), "王小明")
  assert.equal(await finds("οδυσσευς"), "ΟΔΥΣΣΕΥΣ")
  assert.equal((await names(firm, "search=%25")).length, 1)
  assert.equal((await names(firm, "search=_")).length, 1)
})

test("a sharp s matches two of them, in any spelling", () => {
  for (const name of ["Strauß", "STRAUẞ", "STRAUSS", "ſtrauß"]) assert.equal(foldText(name), "strauss")
})

test("a folded name contains each of its own folded parts", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 1 }), fc.nat(), fc.nat(), (name, from, length) => {
      const characters = [...new Intl.Segmenter("en").segment(name)].map(({ segment }) => segment)
      const start = from % characters.length
      const part = characters.slice(start, start + 1 + (length % characters.length)).join("")
      for (const spelling of [part, part.normalize("NFD"), part.normalize("NFC")]) {
        assert.ok(foldText(name).includes(foldText(spelling).trim()), JSON.stringify([name, part]))
      }
      assert.equal(foldText(foldText(name)), foldText(name))
    }),
  )
})

test("the counts stay exact when matters are created, fail to be created, and are deleted", async () => {
  const firm = await service.newFirm()
  const questionnaire_id = await newQuestionnaire(firm, "planning")
  const ids = await Promise.all(
    Array.from({ length: 20 }, (_, index) => newMatter(firm, questionnaire_id, `M${index}`)),
  )
  await assert.rejects(
    firm.run(async (tx) => {
      await createMatter(tx, { questionnaire_id, matter_name: "never" })
      throw new Error("given up")
    }),
    /given up/,
  )
  await firm.run(async (tx) => {
    await tx.run(sql`delete from matters where id = any (${ids.slice(0, 5)})`)
  })
  const { body } = await firm.request("GET", "/v1/matters?page_size=10&page=2")
  assert.equal(body.count, 15)
  assert.equal(body.results.length, 5)
})

test("staff see the same rows in the same order, and can filter them by assignee or state", async () => {
  const firm = await service.newFirm()
  const questionnaire_id = await newQuestionnaire(firm, "planning")
  const first = await newMatter(firm, questionnaire_id, "A")
  const second = await newMatter(firm, questionnaire_id, "B")
  await firm.run((tx) => markSubmitted(tx, first))
  const page = { page: 1, limit: 100, offset: 0 }
  const rows = await firm.run((tx) => listMatterOverviews(tx, {}, page))
  assertEach(rows.rows, ({ id, state }) => [id, state], [
    [second, "created"],
    [first, "submitted"],
  ])
  const narrowed = async (filters: object) =>
    (await firm.run((tx) => listMatterOverviews(tx, filters, page))).rows.map(({ id }) => id)
  assert.deepEqual(await narrowed({ state: "submitted" }), [first])
  assert.deepEqual(await narrowed({ assignee_id: firm.admin.user_id }), [])
  await firm.write(sql`update matters set assignee_id = ${firm.admin.user_id} where id = ${second}`)
  assert.deepEqual(await narrowed({ assignee_id: firm.admin.user_id }), [second])
})
