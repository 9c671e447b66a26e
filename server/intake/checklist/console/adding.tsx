// Staff add files that reached them otherwise, by email or on paper, for a requested document.
import type { FastifyRequest } from "fastify"
import { textIn } from "../../../definition/text.ts"
import type { Staff } from "../../../firm/access/console.ts"
import type { Parts } from "../../../parts.ts"
import { badRequest } from "../../../platform/errors.ts"
import { incompleteUpload, keepPress } from "../../../web/console/forms/uploaded-file.ts"
import { faultAt, type PageRequest, type RefusedForm } from "../../../web/console/page-request.ts"
import type { Redirect } from "../../../web/console/view.tsx"
import { Button, IfPermitted } from "../../../web/ui/components/button.tsx"
import { Details } from "../../../web/ui/components/card.tsx"
import { FileField } from "../../../web/ui/components/file-field.tsx"
import { SelectField } from "../../../web/ui/components/select-field.tsx"
import { acceptAttribute } from "../../documents/content-type.ts"
import { requireMatter } from "../../matters/console/frame/require-matter.ts"
import { requireOpen } from "../../matters/editing.ts"
import { addFile } from "../adding-files.ts"
import type { Checklist } from "./cards.tsx"
import { changedCards } from "./decisions.tsx"

interface Added {
  document_id: string
  request_id: string
  filename: string
}

/** Checks the matter before the file is read. */
async function prepare(req: PageRequest): Promise<(request: FastifyRequest) => Promise<Added>> {
  requireOpen(await requireMatter(req), "it takes no more files")
  return (request) => receive(request, req.staff, req.parts)
}

async function receive(request: FastifyRequest, staff: Staff, parts: Parts): Promise<Added> {
  const { matter_id } = request.params as { matter_id: string }
  const part = request.isMultipart() ? await request.file().catch(() => undefined) : undefined
  if (!part) throw incompleteUpload("file")
  const field = part.fields.request_id
  const request_id = field && "value" in field ? String(field.value) : ""
  if (request_id === "" || part.filename === "") {
    part.file.resume()
    throw badRequest([
      request_id === ""
        ? { param: "request_id", code: "required", message: "Choose which document it is." }
        : { param: "file", code: "required", message: "Choose a file." },
    ])
  }
  const actor = { firm_id: staff.firm_id, user_id: staff.user_id }
  const file = { matter_id, request_id, filename: part.filename, source: part.file }
  const added = await addFile(parts, actor, file)
  keepPress(request, part, `${request_id} ${added.document_id}`)
  return { ...added, request_id }
}

async function act(req: PageRequest, added?: Added): Promise<Redirect> {
  const { id: matter_id } = await requireMatter(req)
  if (!added) throw incompleteUpload("file")
  const { document_id, request_id, filename } = added
  return {
    to: `/console/matters/${matter_id}/documents#${document_id}`,
    flash: { done: "documents_added" },
    about: { record_id: document_id, label: filename },
    part: () => changedCards(req, ({ id }) => id === request_id),
  }
}

export const adding = { prepare, act }

/** The form; the island `drop` fills it with what is dropped on the page. */
export function AddFile({ list, refused }: { list: Checklist; refused: RefusedForm | undefined }) {
  const action = `/console/matters/${list.matter_id}/documents/files`
  const options = list.items
    .filter(({ sender }) => sender === null)
    .map(({ id, label }) => ({ value: id, label: textIn(label, "en") }))
  if (!list.may.decide) return null
  return (
    <IfPermitted href={action}>
      <Details
        summary="Add a file"
        id="adding"
        open={refused !== undefined && refused.form.labels === undefined}
        attributes={{ hidden: options.length === 0 }}
      >
        <form
          method="post"
          action={action}
          encType="multipart/form-data"
          class="stack"
          id="add-file"
          data-in-place
        >
          <SelectField
            id="request_id"
            label="Which document is it?"
            placeholder="Choose one"
            options={options}
            required
            error={faultAt(refused, "request_id")}
          />
          <FileField
            id="file"
            label="File"
            drop="Drop it here, or on the document it is for"
            accept={acceptAttribute}
            required
            error={faultAt(refused, "file")}
          />
          <Button small icon="upload">
            Add
          </Button>
        </form>
      </Details>
    </IfPermitted>
  )
}
