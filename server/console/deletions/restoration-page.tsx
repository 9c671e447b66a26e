import { getDeletion, restoreMatter } from "../../deletions/deletions.ts"
import { Card } from "../../ui/components/card.tsx"
import { SubmitOrCancel } from "../submit-or-cancel.tsx"
import type { Redirect, View } from "../view.tsx"
import type { Tried, Visit } from "../visit.ts"
import { nameOf } from "./deleted-matters-page.tsx"

export async function restorationPage({ tx, param }: Visit, tried?: Tried): Promise<View> {
  const row = await getDeletion(tx, param("deletion_id"))
  const home = `/console/deleted-matters/${row.id}`
  return {
    title: "Restore this matter?",
    tab_title: `Restore ${nameOf(row)}?`,
    breadcrumbs: [
      { text: "Deleted matters", href: "/console/deleted-matters" },
      { text: nameOf(row), href: home },
    ],
    tried,
    body: (
      <Card>
        <p>
          It is back as it was, with every answer, file and submission. Its clients’ links work again as they
          did, and the API answers with it.
        </p>
        <form method="post">
          <SubmitOrCancel cancel={home}>Restore the matter</SubmitOrCancel>
        </form>
      </Card>
    ),
  }
}

export async function restore({ tx, parts, param }: Visit): Promise<Redirect> {
  const matter_id = await restoreMatter(tx, parts.ring, param("deletion_id"))
  return { to: `/console/matters/${matter_id}`, flash: { done: "matter_restored" } }
}
