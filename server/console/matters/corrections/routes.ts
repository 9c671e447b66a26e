// Asking a client to look at something again, and what becomes of it.
import { settleCorrection, withdrawCorrection } from "../../../corrections/corrections.ts"
import type { Console } from "../../routing.ts"
import type { Redirect } from "../../view.tsx"
import type { Visit } from "../../visit.ts"
import { reachMatter } from "../reach.ts"
import { addCorrection, newCorrectionPage } from "./new-page.tsx"
import { askClient, correctionsPage } from "./page.tsx"

export function correctionRoutes(console: Console): void {
  const base = "/console/matters/:matter_id/corrections"
  console.form(base, { show: correctionsPage, act: askClient })
  console.form(`${base}/new`, { show: newCorrectionPage, act: addCorrection })
  console.action(`${base}/:correction_id/settlement`, settle)
  console.action(`${base}/:correction_id/withdrawal`, withdraw)
}

async function settle(visit: Visit): Promise<Redirect> {
  const { id } = await reachMatter(visit)
  await settleCorrection(visit.tx, id, visit.param("correction_id"))
  return { to: `/console/matters/${id}#corrections`, flash: { done: "correction_settled" } }
}

async function withdraw(visit: Visit): Promise<Redirect> {
  const { id } = await reachMatter(visit)
  await withdrawCorrection(visit.tx, id, visit.param("correction_id"))
  return { to: `/console/matters/${id}/corrections`, flash: { done: "correction_withdrawn" } }
}
