import type { VNode } from "preact"
import { isAtLeast } from "../../../firm/users/staff-roles.ts"
import type { PageRequest } from "../../../web/console/page-request.ts"
import { Actions, LinkButton } from "../../../web/ui/components/button.tsx"
import { EmptyState } from "../../../web/ui/components/card.tsx"
import { listUsableQuestionnaires } from "../../questionnaires/questionnaires.ts"

/** Shown instead of an empty list: what a matter is, and what to do before the first one. */
export async function firstSteps(req: PageRequest): Promise<VNode> {
  if (req.staff.assigned_matters_only) {
    return (
      <EmptyState title="No matter is assigned to you yet">
        Matters appear here as soon as a colleague assigns you one or you create one.
      </EmptyState>
    )
  }
  if ((await listUsableQuestionnaires(req.tx)).length === 0) return <FirstQuestionnaire req={req} />
  return (
    <EmptyState
      title="No matters yet"
      action={
        <Actions>
          <LinkButton href="/console/matters/new" icon="plus">
            New matter
          </LinkButton>
          <LinkButton href="/console/imports" variant="secondary" icon="upload">
            Import matters
          </LinkButton>
        </Actions>
      }
    >
      A matter is one client’s file. Create the first one here and invite the client, import your clients from
      another program’s table, or let your own software create matters with an API key.
    </EmptyState>
  )
}

/** A matter needs a published questionnaire first. */
export function FirstQuestionnaire({ req }: { req: PageRequest }) {
  const mayWrite = isAtLeast(req.staff.role, "author")
  return (
    <EmptyState
      title="Begin with a questionnaire"
      icon="list"
      action={
        <LinkButton href="/console/questionnaires#title">
          {mayWrite ? "Choose a template" : "See the questionnaires"}
        </LinkButton>
      }
    >
      A matter is one client’s file, and a questionnaire is what you ask them.{" "}
      {mayWrite
        ? "Take a template as it is or change it, and publish it. Then create a matter and invite the client."
        : "You can create matters here as soon as an author or an admin has published one."}
    </EmptyState>
  )
}
