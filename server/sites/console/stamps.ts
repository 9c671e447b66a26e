// The stamps of open pages: a page asks for its own every two seconds, and loads itself again once it is another.
import type { FastifyRequest } from "fastify"
import type { Staff } from "../../firm/access/console.ts"
import { requireAssigned } from "../../intake/matters/console/frame/require-matter.ts"
import { getMatterRow } from "../../intake/matters/matter-row.ts"
import { readListStamp, readMatterStamp } from "../../intake/matters/stamps.ts"
import type { Tx } from "../../platform/db/database.ts"
import type { App } from "../../platform/http/app.ts"
import { inConsole } from "../../web/console/background.ts"

export function stampRoutes(app: App): void {
  const stampAt = (url: string, read: (tx: Tx, staff: Staff, request: FastifyRequest) => Promise<string>) =>
    app.get(
      url,
      { config: { guard: "console" }, schema: { hide: true }, logLevel: "warn" },
      async (request, reply) => {
        const stamp = await inConsole(request, (tx, staff) => read(tx, staff, request), {
          isFollowed: () => true,
        })
        return reply.headers({ "Cache-Control": "no-store" }).type("text/plain; charset=utf-8").send(stamp)
      },
    )
  stampAt("/console/matters/stamp.txt", readListStamp)
  stampAt("/console/matters/:matter_id/stamp.txt", async (tx, staff, { params }) => {
    const { matter_id } = params as { matter_id: string }
    requireAssigned(staff, await getMatterRow(tx, matter_id))
    return readMatterStamp(tx, matter_id)
  })
}
