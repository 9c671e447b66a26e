import { form } from "../../../web/console/forms/form.ts"
import { file } from "../../../web/console/forms/unseen-fields.tsx"
import { readUploadedFile } from "../../../web/console/forms/uploaded-file.ts"
import { getTemplate, removeTemplate, saveTemplate, storeTemplate } from "../document-templates.ts"

export const home = "/console/settings/document-templates"
export const templatesCrumb = { text: "Document templates", href: home }

export const newTemplate = form({
  open: async () => ({
    title: "Upload a template",
    fields: {
      file: file({
        label: "Word file",
        hint: "A Word file with fields in double braces: .docx, of at most 5 MB, without macros. We check every field first. A file with the name of an existing template replaces it.",
        accept: ".docx",
      }),
    },
    submit: "Upload",
  }),
  receive: async (request, { firm_id, user_id }, parts) =>
    storeTemplate(parts, { firm_id, user_id }, await readUploadedFile(request)),
  save: async ({ tx }, _, __, template) => {
    const id = await saveTemplate(tx, template)
    return {
      done: "document_template_saved",
      to: `${home}/${id}`,
      about: { record_id: id, label: template.name },
    }
  },
})

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
