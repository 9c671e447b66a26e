import { form } from "../../../../web/console/forms/form.ts"
import { line } from "../../../../web/console/forms/text-fields.tsx"
import { changeStaffName } from "../../users.ts"
import { accountCrumb } from "./proof.tsx"

/** Changes the name that clients and colleagues see. */
export const ownName = form({
  open: async ({ staff }) => ({
    title: "Change your name",
    fields: { name: ownNameField(staff.name) },
    submit: "Save",
    cancel: accountCrumb.href,
  }),
  save: async ({ tx, staff }, { name }) => {
    await changeStaffName(tx, staff.user_id, name)
    const undo = { action: `${accountCrumb.href}/name`, fields: { name: staff.name } }
    return { done: "own_name_changed", undo: staff.name ? undo : undefined }
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
