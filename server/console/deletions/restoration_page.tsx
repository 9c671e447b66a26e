import { getDeletion, restoreMatter } from "../../deletions/deletions.ts"
import { Actions } from "../../ui/components/actions.tsx"
import { Button } from "../../ui/components/button.tsx"
import { Card } from "../../ui/components/card.tsx"
import { LinkButton } from "../../ui/components/link-button.tsx"
import type { Redirect, View } from "../view.tsx"
import type { Tried, Visit } from "../visit.ts"
import { nameOf } from "./deleted_matters_page.tsx"

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
    heading: { caption: nameOf(row) },
    tried,
    body: (
      <Card>
        <p>
          It is back as it was, with every answer, file and submission. Its clients’ links work again as they
          did, and the API answers with it.
        </p>
        <form method="post">
          <Actions>
            <Button>Restore the matter</Button>
            <LinkButton href={home} look="quiet">
              Cancel
            </LinkButton>
          </Actions>
        </form>
      </Card>
    ),
  }
}

export async function restore({ tx, parts, param }: Visit): Promise<Redirect> {
  const matter_id = await restoreMatter(tx, parts.ring, param("deletion_id"))
  return { to: `/console/matters/${matter_id}`, flash: { done: "matter_restored" } }
}
