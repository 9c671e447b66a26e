import assert from "node:assert/strict"
import { test } from "node:test"
import { readOnce } from "./read-once.ts"
import { rawSql, type Sql, sql, type Tx } from "./sql.ts"

function open() {
  const sent: string[] = []
  const note = ({ text, values }: Sql) => sent.push(`${text} ${values.join()}`.trim())
  const tx = {
    now: new Date(),
    all: async (statement: Sql) => {
      note(statement)
      return [{ id: statement.values[0] }]
    },
    run: async (statement: Sql) => note(statement),
  } as unknown as Tx
  return { sent, once: readOnce(tx) }
}

const byId = (id: string) => sql`select id from matters where id = ${id}`

test("a read with the same values is sent once, at the same time too, and each caller has rows of their own", async () => {
  const { sent, once } = open()
  const [first, second, third] = await Promise.all([
    once.all(byId("a")),
    once.all(byId("a")),
    once.one(byId("b")),
  ])
  first.push({ id: "added" })
  assert.deepEqual([first.length, second.length, third], [2, 1, { id: "b" }])
  assert.deepEqual(await once.maybe(byId("a")), { id: "a" })
  assert.deepEqual(sent, ["select id from matters where id = $1 a", "select id from matters where id = $1 b"])
})

test("whatever may change something is sent each time, and what was read before is read again", async () => {
  for (const change of [
    sql`update matters set name = ${"x"}`,
    sql`select set_config('foyer.matter_id', ${"x"}, true)`,
    sql`select withdraw_due_days(${"x"})`,
    sql`with x as (select id from notes for update) update notes n set text = '' from x where x.id = n.id`,
    sql`with gone as (delete from notes where id = ${"x"} returning id) select id from gone`,
  ]) {
    const { sent, once } = open()
    await once.all(byId("a"))
    await once.all(change)
    await once.all(byId("a"))
    await once.run(change)
    await once.all(byId("a"))
    assert.equal(sent.length, 5, change.text)
  }
})

test("a lock is taken once, and what was read before is read again under it", async () => {
  for (const lock of ["for no key update of m", "for update", "for share"]) {
    const { sent, once } = open()
    const locking = sql`select id from matters m where id = ${"x"} ${rawSql(lock)}`
    await once.all(byId("a"))
    await once.all(locking)
    await once.all(byId("a"))
    assert.deepEqual(await once.one(locking), { id: "x" })
    assert.equal(sent.length, 3, lock)
    await once.run(sql`update matters set name = ${"x"}`)
    await once.all(locking)
    assert.equal(sent.length, 5, lock)
  }
})

test("a read that fails fails for everyone who waits for it", async () => {
  const once = readOnce({ now: new Date(), all: () => Promise.reject(new Error("gone")) } as unknown as Tx)
  await Promise.all([once.all(byId("a")), once.one(byId("a"))].map((one) => assert.rejects(one, /gone/)))
})
