import { recordAudit } from "../../../firm/audit/audit.ts"
import { countText } from "../../../platform/text/count-text.ts"
import { form } from "../../../web/console/forms/form.ts"
import { bulkActionUrl, NamedMatters } from "../../bulk-actions/console/progress.tsx"
import { findUndoable, getImport, undoImport } from "../imports.ts"
import { home } from "./list-page.tsx"

/** More would be a page that no one reads. */
const max_named = 50

export const undoing = form({
  open: async ({ tx, param }) => {
    const row = await getImport(tx, param("import_id"))
    const { untouched, touched } = await findUndoable(tx, row)
    return {
      title: "Undo this import",
      text: [
        `${countText(untouched.length, "matter")} will be deleted in the background. You can restore them for 30 days.`,
        row.joined_ids.length > 0 &&
          `What was added to ${countText(row.joined_ids.length, "existing matter")} stays.`,
        touched.length > 0 && "These matters stay because someone has worked on them since:",
      ],
      intro: <NamedMatters named={touched.slice(0, max_named)} count={touched.length} />,
      record: row,
      submit: "Undo the import",
      variant: "danger",
      cancel: `${home}/${row.id}`,
    }
  },
  save: async ({ tx }, _, { id, filename }) => {
    const { bulk_action_id, matters } = await undoImport(tx, id)
    const label = `${filename}: ${countText(matters, "matter")}`
    await recordAudit(tx, "import_undone", { record_id: id, label })
    return { to: bulkActionUrl(bulk_action_id) }
  },
})
