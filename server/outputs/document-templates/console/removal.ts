import { form } from "../../../web/console/forms/form.ts"
import { getTemplate, removeTemplate } from "../document-templates.ts"
import { home } from "./new-template.tsx"

export const removal = form({
  open: async ({ tx, param }) => {
    const { id, name } = await getTemplate(tx, param("template_id"))
    return {
      title: "Remove this template",
      text: [`You can no longer use “${name}”. Documents created from it are not changed.`],
      record: { id, name },
      submit: "Remove",
      variant: "danger",
      cancel: `${home}/${id}`,
    }
  },
  save: async ({ tx }, _, { id, name }) => {
    await removeTemplate(tx, id)
    return { done: "document_template_removed", to: home, about: { record_id: id, label: name } }
  },
})
