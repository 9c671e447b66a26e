import { type Names, namesOf } from "../../../definition/people/names.ts"
import { frameOf, openMatter } from "../../../web/console/matter/frame.tsx"
import type { PageRequest } from "../../../web/console/page-request.ts"
import type { View } from "../../../web/console/view.tsx"
import { DataTable } from "../../../web/ui/components/data-table.tsx"
import { EmptyState } from "../../../web/ui/components/empty-state.tsx"
import { listContacts } from "../../contacts/contacts.ts"
import { CorrectionLink, type CorrectionUrl, correctionUrlOf } from "../../corrections/console/requests.tsx"
import { listRoles } from "../roles.ts"
import type { Role } from "../schema.ts"

export async function rolesPage(req: PageRequest): Promise<View> {
  const matter = await openMatter(req)
  const [roles, contacts] = await Promise.all([listRoles(req.tx, matter.id), listContacts(req.tx, matter.id)])
  return {
    ...frameOf(matter, "/roles"),
    body: <Roles roles={roles} names={namesOf(contacts)} correctionUrl={correctionUrlOf(matter)} />,
  }
}

/** The first choice and the successors for each role. */
export function Roles(props: {
  roles: readonly Role[]
  names: Names
  correctionUrl?: CorrectionUrl | undefined
}) {
  const { roles, names, correctionUrl } = props
  return (
    <DataTable
      caption="Who should serve in which role"
      columns={[
        {
          label: "Role",
          primary: true,
          cell: ({ id, role_description, focus_contact }) => (
            <>
              {role_description}
              {focus_contact && <span class="cell-note"> for {names[focus_contact] || "one client"}</span>}
              <CorrectionLink
                href={correctionUrl?.({ kind: "role", record_id: id, about: focus_contact })}
                of={focus_contact ? `${role_description}, ${names[focus_contact]}` : role_description}
              />
            </>
          ),
        },
        {
          label: "First choice",
          cell: ({ assignments: [first] }) =>
            first?.display_name ?? <span class="cell-note">No one yet</span>,
        },
        {
          label: "Then",
          cell: ({ assignments: [first, ...successors] }) =>
            successors.length === 0 ? (
              first && <span class="cell-note">No one</span>
            ) : (
              <ol class="succession" start={2}>
                {successors.map(({ position, display_name }) => (
                  <li key={position}>{display_name}</li>
                ))}
              </ol>
            ),
        },
      ]}
      records={roles}
      id={({ id, focus_contact }) => `${id}-${focus_contact ?? ""}`}
      empty={
        <EmptyState title="This questionnaire asks for no roles" icon="shield">
          Executors, trustees and agents would appear here.
        </EmptyState>
      }
    />
  )
}
