// Moves a firm between two PostgreSQL servers while it is in use.
import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { newIntake } from "../../../test/harness/sample-intake.ts"
import type { TestFirm } from "../../../test/harness/service.ts"
import type { SeveralServers } from "../../../test/harness/several-servers.ts"
import { startTwoMachines, type TwoMachines } from "../../../test/harness/two-machines.ts"
import { waitUntil } from "../../../test/harness/wait-until.ts"
import { startWebhookReceiver } from "../../../test/harness/webhook-receiver.ts"
import { sql } from "../../platform/db/sql.ts"
import { openWorkOf } from "../../service.ts"
import { moveFirm, type Step, steps } from "./moving.ts"

let machines: TwoMachines
let service: SeveralServers
let neighbor: TestFirm
before(async () => {
  machines = await startTwoMachines()
  service = machines.service
  neighbor = await service.newFirmAt("first")
  await newIntake(neighbor)
})
after(() => machines?.close())

const move = (firm: TestFirm, to: string, more = {}) =>
  moveFirm({
    servers: service.servers,
    firm_id: firm.firm_id,
    to,
    administrators: machines.administrators,
    ...more,
  })

/** Counts the firm's rows on each server. */
const countRows = ({ firm_id }: TestFirm) =>
  Promise.all(
    service.servers.map(async ({ db }) => {
      const { rows } = await db.forPlatform((tx) =>
        tx.one<{ rows: number }>(sql`
          select (select count(*) from firms where id = ${firm_id}) + (select count(*) from users where firm_id = ${firm_id})
               + (select count(*) from matters where firm_id = ${firm_id}) + (select count(*) from api_keys where firm_id = ${firm_id})
               + (select count(*) from audit_entries where firm_id = ${firm_id}) as rows`),
      )
      return rows
    }),
  )

/** Creates matters until it is stopped, and collects the responses. */
function writeOn(firm: TestFirm, questionnaire_id: string) {
  const done = { ids: [] as string[], refused: [] as number[], is_ending: false }
  const writing = (async () => {
    while (!done.is_ending) {
      const { status, body, headers } = await firm.request("POST", "/v1/matters/create", {
        questionnaire_id,
        matter_name: `Smith ${done.ids.length}`,
      })
      if (status === 201) done.ids.push(body.id)
      else done.refused.push(status)
      if (status === 503) assert.ok(headers["retry-after"])
    }
  })()
  return {
    done,
    end: async () => {
      done.is_ending = true
      await writing
    },
  }
}

async function newFirmWithMatter() {
  const firm = await service.newFirmAt("first")
  const { matter_id } = await newIntake(firm)
  const { body } = await firm.request("GET", "/v1/questionnaires")
  return { firm, matter_id, questionnaire_id: body.results[0].id as string }
}

test("a firm in use moves with every acknowledged write, one move at a time, and rejects requests only during the switch", async () => {
  const { firm, matter_id, questionnaire_id } = await newFirmWithMatter()
  const { matter_id: other_matter } = await newIntake(neighbor)
  const writer = writeOn(firm, questionnaire_id)
  const seen: Step[] = []
  const refused_before: Partial<Record<Step, number>> = {}
  const { rows } = await move(firm, "west", {
    onStep: async (step: Step) => {
      seen.push(step)
      refused_before[step] = writer.done.refused.length
      // Not even back, before everything is removed.
      const back = step === "changed" || step === "removing"
      if (step === "copied" || back)
        await assert.rejects(move(firm, back ? "first" : "west"), /Another process is moving/)
    },
  })
  const written = writer.done.ids.length
  while (writer.done.ids.length < written + 2) await new Promise((resolve) => setTimeout(resolve, 20))
  await writer.end()
  assert.deepEqual(seen, steps)
  assert.ok(rows > 100, String(rows))
  assert.equal(refused_before.copied, 0)
  assert.deepEqual(
    writer.done.refused.filter((status) => status !== 503),
    [],
  )
  for (const id of [matter_id, ...writer.done.ids])
    assert.equal((await firm.request("GET", `/v1/matters/${id}`)).status, 200, id)
  assert.equal((await firm.request("GET", "/v1/matters")).body.count, writer.done.ids.length + 1)
  assert.equal((await countRows(firm))[0], 0)
  assert.equal((await neighbor.request("GET", `/v1/matters/${other_matter}`)).status, 200)
})

test("a request admitted before the move sees the firm as it was, not suspended", async () => {
  const { firm } = await newFirmWithMatter()
  const [source] = service.servers
  assert.ok(source)
  const isLeaving = () =>
    source.db.forPlatform((tx) =>
      tx.maybe(sql`select from firm_moves where id = ${firm.firm_id} and state = 'leaving'`),
    )
  let found: unknown
  let letIn: Promise<void> | undefined
  await move(firm, "west", {
    onStep: async (step: Step) => {
      if (step !== "compared") return
      await new Promise<void>((begun) => {
        letIn = source.db.forFirm(firm.firm_id, async (tx) => {
          await tx.run(sql`select`)
          begun()
          await waitUntil(isLeaving, "the firm has not begun to leave")
          found = await tx.one(sql`select suspended_at from firms`)
        })
      })
    },
  })
  await letIn
  assert.deepEqual(found, { suspended_at: null })
})

test("waiting jobs move with the firm, and the firm can move back", async (t) => {
  const { firm } = await newFirmWithMatter()
  const receiver = await startWebhookReceiver()
  t.after(receiver.close)
  await firm.request("POST", "/v1/subscriptions", { url: receiver.url, event_type: "intakeform.created" })
  await newIntake(firm)
  await move(firm, "west")
  const jobs = await openWorkOf(service)
  t.after(() => jobs.close())
  await receiver.waitFor(({ length }) => length === 1)
  await move(firm, "first")
  await newIntake(firm)
  await receiver.waitFor(({ length }) => length === 2)
  assert.equal((await countRows(firm))[1], 0)
})

/** Counts the servers that accept work for the firm. */
async function countHomes({ firm_id }: TestFirm): Promise<number> {
  const held = await Promise.all(
    service.servers.map(({ db }) =>
      db
        .forFirm(firm_id, (tx) => tx.maybe(sql`select from firms where id = ${firm_id}`))
        .then((row) => row !== undefined)
        .catch((error: { code?: string }) => {
          assert.equal(error.code, "database_unavailable")
          return false
        }),
    ),
  )
  return held.filter(Boolean).length
}

const cutOffAt = (firm: TestFirm, to: string, at: Step, leaves_fragments: boolean) =>
  assert.rejects(
    move(firm, to, {
      leaves_fragments,
      onStep: (step: Step) => {
        if (step === at) throw new Error("cut off")
      },
    }),
    /cut off/,
  )

test("the next move resumes one that was killed at any step: nothing is lost, and the firm is never active on two servers", async () => {
  const { firm, matter_id, questionnaire_id } = await newFirmWithMatter()
  const written = [matter_id]
  const open = (id: string) => firm.request("GET", `/v1/matters/${id}`)
  for (const step of steps) {
    await cutOffAt(firm, "west", step, true)
    const stands_still = ["suspended", "same", "changing"].includes(step)
    assert.equal(await countHomes(firm), stands_still ? 0 : 1, step)
    assert.equal((await open(matter_id)).status, stands_still ? 503 : 200, step)
    if (stands_still) continue
    const { status, body } = await firm.request("POST", "/v1/matters/create", {
      questionnaire_id,
      matter_name: step,
    })
    assert.equal(status, 201)
    written.push(body.id)
  }
  const [here] = await countRows(firm)
  assert.ok(here && here > 0)
  assert.equal((await move(firm, "west")).rows, 0)
  assert.equal((await countRows(firm))[0], 0)
  assert.equal(await countHomes(firm), 1)
  for (const id of written) assert.equal((await open(id)).status, 200)
})

test("a failed move undoes its changes: the firm stays active on its server, or suspended if it was before", async () => {
  const { firm, matter_id } = await newFirmWithMatter()
  const before = await countRows(firm)
  for (const step of ["copied", "changing"] as const) {
    await cutOffAt(firm, "west", step, false)
    assert.equal((await firm.request("GET", `/v1/matters/${matter_id}`)).status, 200, step)
    assert.deepEqual(await countRows(firm), before, step)
  }
  await assert.rejects(
    move(firm, "west", {
      onStep: (step: Step) => {
        if (step === "changed") throw new Error("cut off.")
      },
    }),
    /cut off\. The firm is at west\. Run the command again/,
  )
  assert.equal((await firm.request("GET", `/v1/matters/${matter_id}`)).status, 200)
  await move(firm, "west")
  assert.deepEqual(await countRows(firm), before.toReversed())
  await assert.rejects(move(firm, "west"), /is already at west/)
})

test("a difference between the servers is detected before the firm is suspended, and a later one before the switch", async () => {
  const { firm, matter_id } = await newFirmWithMatter()
  const itsMatter = `from matters where firm_id = '${firm.firm_id}' and id = '${matter_id}'`
  const spoil = (statement: string) =>
    machines.west.asAdministrator("set session_replication_role = replica", statement)
  const rename = `update matters set name = name || '!' where firm_id = '${firm.firm_id}'`
  const arrives = async () =>
    (await machines.west.asAdministrator(`select name ${itsMatter}`))?.[0]?.name === "Later"
  for (const [at, statement] of [
    ["copied", rename],
    ["suspended", rename],
    ["suspended", `delete ${itsMatter}`],
  ] as const) {
    const seen: Step[] = []
    const moving = move(firm, "west", {
      timeout_ms: 500,
      onStep: async (step: Step) => {
        seen.push(step)
        if (step === "compared") {
          await firm.run((tx) => tx.run(sql`update matters set name = 'Later' where id = ${matter_id}`))
          await waitUntil(arrives, () => "the change does not arrive")
        }
        if (step === at) await spoil(statement)
      },
    })
    await assert.rejects(moving, /differ between the two servers in .*matters.*Nothing was moved/)
    assert.equal(seen.at(-1), at)
    assert.equal((await firm.request("GET", `/v1/matters/${matter_id}`)).status, 200)
  }
})

test("administrators' addresses that point to the wrong servers are refused before anything is removed", async () => {
  const { firm } = await newFirmWithMatter()
  const before = await countRows(firm)
  const [first = "", west = ""] = machines.administrators.values()
  const swapped = new Map([
    ["first", west],
    ["west", first],
  ])
  await assert.rejects(
    move(firm, "west", { administrators: swapped }),
    /FOYER_ADMIN_DATABASES \(first\) points to a database other than the server first/,
  )
  assert.deepEqual(await countRows(firm), before)
})

test("a move whose requirements are missing is refused with the remedy", async () => {
  const { firm } = await newFirmWithMatter()
  await assert.rejects(move(firm, "west", { administrators: new Map() }), /FOYER_ADMIN_DATABASES lacks first/)
  await assert.rejects(move(firm, "south"), /no server south/)
  const unknown = { ...firm, firm_id: `firm_${"0".repeat(32)}` }
  await assert.rejects(move(unknown, "west"), /No server that responds has a firm/)
  assert.equal((await firm.request("GET", "/v1/matters")).status, 200)
})
