import { getDeletion, restoreMatter } from "../../deletions/deletions.ts"
import { Card } from "../../ui/components/card.tsx"
import type { PageRequest, RefusedForm } from "../page-request.ts"
import { CancelableForm } from "../submit-or-cancel.tsx"
import type { Redirect, View } from "../view.tsx"
import { nameOf } from "./deleted-matters-page.tsx"

export async function restorationPage({ tx, param }: PageRequest, refused?: RefusedForm): Promise<View> {
  const row = await getDeletion(tx, param("deletion_id"))
  const home = `/console/deleted-matters/${row.id}`
  return {
    title: "Restore this matter?",
    tab_title: `Restore ${nameOf(row)}?`,
    breadcrumbs: [
      { text: "Deleted matters", href: "/console/deleted-matters" },
      { text: nameOf(row), href: home },
    ],
    refused,
    body: (
      <Card>
        <p>
          Every answer, file and submission is restored. Its clients’ links work again, and the API returns it
          again.
        </p>
        <CancelableForm cancel={home} submit="Restore the matter" />
      </Card>
    ),
  }
}

export async function restore({ tx, parts, param }: PageRequest): Promise<Redirect> {
  const matter_id = await restoreMatter(tx, parts.ring, param("deletion_id"))
  return { to: `/console/matters/${matter_id}`, flash: { done: "matter_restored" } }
}
