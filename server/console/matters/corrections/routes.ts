// Asking a client to look at something again, and what becomes of it.
import { resolveCorrection, withdrawCorrection } from "../../../corrections/corrections.ts"
import type { PageRequest } from "../../page-request.ts"
import type { Console } from "../../routing.ts"
import type { Redirect } from "../../view.tsx"
import { reachMatter } from "../reach.ts"
import { addCorrection, newCorrectionPage } from "./new-page.tsx"
import { askClient, correctionsPage } from "./page.tsx"

export function correctionRoutes(console: Console): void {
  const base = "/console/matters/:matter_id/corrections"
  console.form(base, { show: correctionsPage, act: askClient })
  console.form(`${base}/new`, { show: newCorrectionPage, act: addCorrection })
  console.action(`${base}/:correction_id/settlement`, resolve)
  console.action(`${base}/:correction_id/withdrawal`, withdraw)
}

async function resolve(req: PageRequest): Promise<Redirect> {
  const { id } = await reachMatter(req)
  await resolveCorrection(req.tx, id, req.param("correction_id"))
  return { to: `/console/matters/${id}#corrections`, flash: { done: "correction_resolved" } }
}

async function withdraw(req: PageRequest): Promise<Redirect> {
  const { id } = await reachMatter(req)
  await withdrawCorrection(req.tx, id, req.param("correction_id"))
  return { to: `/console/matters/${id}/corrections`, flash: { done: "correction_withdrawn" } }
}
