import { form } from "../../../../web/console/forms/form.ts"
import { line } from "../../../../web/console/forms/text-fields.tsx"
import { getMember } from "../../team.ts"
import { changeStaffName } from "../../users.ts"
import { accountCrumb } from "./proof.tsx"

/** Changes the name that clients and colleagues see. */
export const ownName = form({
  edits: true,
  open: async ({ tx, staff }) => ({
    title: "Change your name",
    fields: { name: ownNameField((await getMember(tx, staff.user_id)).name) },
    submit: "Save",
    cancel: accountCrumb.href,
  }),
  save: async ({ tx, staff }, { name }) => {
    await changeStaffName(tx, staff.user_id, name)
    return { done: "own_name_changed" }
  },
})

export function ownNameField(value: string) {
  return line({
    label: "Your name",
    hint: "Clients and colleagues see this name.",
    autocomplete: "name",
    max: 200,
    width: 30,
    missing: "Enter your name.",
    value,
  })
}
