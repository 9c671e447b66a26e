import { badRequest, type Fault } from "../../../../platform/errors.ts"
import { CancelableForm } from "../../../../web/console/forms/submit-or-cancel.tsx"
import { fieldOf } from "../../../../web/console/page-request.ts"
import type { ConsoleForm } from "../../../../web/console/routing.ts"
import { readOwnName } from "../../../../web/console/sign-in/faults.ts"
import { Card } from "../../../../web/ui/components/card.tsx"
import { TextField } from "../../../../web/ui/components/text-field.tsx"
import { changeStaffName } from "../../users.ts"
import { accountCrumb } from "./crumb.ts"

/** Changes the name that clients and colleagues see. */
export const ownName: ConsoleForm = {
  show: async ({ staff }, refused) => ({
    title: "Change your name",
    breadcrumbs: [accountCrumb],
    refused,
    body: (
      <Card>
        <CancelableForm noValidate cancel="/console/account" submit="Save">
          <TextField
            {...fieldOf(refused, "name", staff.name)}
            label="Your name"
            hint="Clients and colleagues see this name."
            autocomplete="name"
            maxlength={200}
            width={30}
          />
        </CancelableForm>
      </Card>
    ),
  }),
  act: async ({ tx, staff, form }) => {
    const faults: Fault[] = []
    const name = readOwnName(form, faults)
    if (faults.length > 0) throw badRequest(faults)
    await changeStaffName(tx, staff.user_id, name)
    return { to: "/console/account", flash: { done: "own_name_changed" } }
  },
}
