// bin/dev bench/several/run.ts: two PostgreSQL servers as one installation, from the bundled binaries, and a plain one
// for comparison. Checks that both isolate firms and serve, compares a read with the plain one, moves a firm under
// load, and kills a server. Stops everything; exits with 1 if anything was lost or wrong.
import assert from "node:assert/strict"
import { moveFirm, type Step } from "../../server/firms/moving/moving.ts"
import { findLeaks } from "../../server/system/separation.ts"
import { checkPassword } from "../../server/users/sign-in.ts"
import { newCluster, type PostgresServer, startPostgresServer } from "../../test/harness/postgres-server.ts"
import { newIntake } from "../../test/harness/sample-intake.ts"
import type { TestFirm } from "../../test/harness/service.ts"
import { newDataFolder, openSeveralServers, type SeveralServers } from "../../test/harness/several-servers.ts"
import { newStaff, test_password } from "../../test/harness/staff.ts"
import { compareReads } from "./reads.ts"
import { writeOn } from "./writing.ts"

const matters = Number(process.env.MATTERS ?? 1_000)
const clusters = [await newCluster(), await newCluster(), await newCluster()]
const machines = await Promise.all(
  clusters.map((cluster) => startPostgresServer(cluster, { wal_level: "logical" })),
)
const [one, two, alone] = machines as [PostgresServer, PostgresServer, PostgresServer]
const folders = [await newDataFolder(), await newDataFolder()] as const
const asAdministrator = ({ url }: PostgresServer) => url.replace("//foyer@", "//postgres@")
let service: SeveralServers | undefined
let plain: SeveralServers | undefined
try {
  service = await openSeveralServers(one.url, { west: two.url }, folders[0].data_dir)
  plain = await openSeveralServers(alone.url, {}, folders[1].data_dir)
  const [staying, moving] = [await service.newFirmAt("first"), await service.newFirmAt("first")]
  const [elsewhere, plain_firm] = [await service.newFirmAt("west"), await plain.newFirmAt("first")]

  for (const { name, db } of service.servers)
    assert.deepEqual(await findLeaks(db, { everywhere: true }), [], name)
  console.log("walls        hold on both servers")

  for (const firm of [elsewhere, plain_firm, moving]) await fill(firm, firm === moving ? matters : 200)
  await compareReads({ plain: plain_firm, several: elsewhere })

  const writer = await writeOn(moving, 4)
  const started_ms = performance.now()
  const at_ms: Partial<Record<Step, number>> = {}
  const between = (from: Step, to: Step) => ((at_ms[to] ?? 0) - (at_ms[from] ?? 0)).toFixed(0)
  const { rows, suspended_ms } = await moveFirm({
    onStep: (step) => {
      at_ms[step] = performance.now()
    },
    servers: service.servers,
    firm_id: moving.firm_id,
    to: "west",
    administrators: new Map([
      ["first", asAdministrator(one)],
      ["west", asAdministrator(two)],
    ]),
  })
  const seconds = (performance.now() - started_ms) / 1000
  const { written, refused } = await writer.end()
  const total = await moving.request("GET", "/v1/matters?page_size=1")
  const lost = matters + written - total.body.count
  const wrong = refused.filter((status) => status !== 503).length
  console.log(
    `move         ${rows} rows in ${seconds.toFixed(1)} s; still for ${suspended_ms.toFixed(0)} ms (${between("copied", "suspended")} for what had begun, ${between("suspended", "same")} to compare what was new, ${between("same", "changed")} to change; ${between("copied", "compared")} to compare all, before); ${written} writes acknowledged, ${lost} lost; ${refused.length} refused with 503, ${wrong} otherwise`,
  )
  assert.equal(lost, 0)
  assert.equal(wrong, 0)

  const { email } = await newStaff(staying)
  await two.kill()
  const statuses = await Promise.all(
    [staying, elsewhere, moving].map(async (firm) => (await firm.request("GET", "/v1/matters")).status),
  )
  assert.deepEqual(statuses, [200, 503, 503])
  const attempt = { email, password: test_password, network: "192.0.2.1", browserOf: () => undefined }
  assert.equal((await checkPassword(service, attempt)).signed_in.length, 1)
  console.log("one is down  its firms get 503, the others work and sign in")
} finally {
  await service?.close()
  await plain?.close()
  for (const machine of machines) await machine.kill()
  for (const cluster of clusters) cluster.remove()
  for (const folder of folders) await folder.remove()
}

async function fill(firm: TestFirm, count: number): Promise<void> {
  await newIntake(firm)
  const { body } = await firm.request("GET", "/v1/questionnaires")
  for (let number = 1; number < count; number += 1)
    await firm.request("POST", "/v1/matters/create", {
      questionnaire_id: body.results[0].id,
      matter_name: `Smith ${number}`,
    })
}
process.exit(0)
