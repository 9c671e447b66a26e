// The Documents tab: the checklist, and next to it the file that was chosen.

import type { Parts } from "../../../parts.ts"
import type { App } from "../../../platform/http/app.ts"
import { bytesText } from "../../../platform/text/sizes-and-ages.ts"
import { openFileForms } from "../../../web/console/forms/uploaded-file.ts"
import type { PageRequest, RefusedForm } from "../../../web/console/page-request.ts"
import type { Console } from "../../../web/console/routing.ts"
import { When } from "../../../web/console/times.tsx"
import type { View } from "../../../web/console/view.tsx"
import { Notice } from "../../../web/ui/components/banner.tsx"
import { Card, EmptyState } from "../../../web/ui/components/card.tsx"
import { FileList } from "../../../web/ui/components/file-list.tsx"
import { listAttachments, type SentAttachment } from "../../documents/attachments.ts"
import { downloadDocument, OpenFile, previewDocument, sendThumbnail } from "../../documents/console/files.tsx"
import { contentTypeOf, displayOf, max_upload_bytes } from "../../documents/content-type.ts"
import { frameOf, openMatter } from "../../matters/console/frame/frame.tsx"
import { listDocumentSets } from "../sets.ts"
import { AddFile, adding } from "./adding.tsx"
import { type Checklist, FinancialCard, RequestCard, readChecklist } from "./cards.tsx"
import { decideOnFile, removeFile, saveDueDay } from "./decisions.tsx"
import { RemoveFile } from "./file-items.tsx"
import { isTyped, RequestForm, removeSet, request, withdraw } from "./requesting.tsx"

const home = "/console/matters/:matter_id/documents"

export function documentPages(console: Console): void {
  console.page(home, documentsPage)
  console.page(`${home}/:document_id`, downloadDocument)
  console.page(`${home}/:document_id/preview`, previewDocument)
  console.page(`${home}/:document_id/thumbnail.jpg`, sendThumbnail)
  console.action(`${home}/:document_id/decision`, decideOnFile)
  console.action(`${home}/:document_id/removal`, removeFile)
  console.action(`${home}/due-days`, saveDueDay)
  console.form(`${home}/requests`, { host: home, show: documentsPage, act: request })
  console.action(`${home}/withdrawal`, withdraw)
  console.action(`${home}/sets`, async (req) => {
    const typed = { form: req.form, faults: [] }
    return { ...(await removeSet(req)), page: isTyped(req) ? () => documentsPage(req, typed) : undefined }
  })
}

export function documentUpload(root: App, parts: Parts): void {
  openFileForms(root, parts, { max_bytes: max_upload_bytes }, (console) => {
    console.form(`${home}/files`, { ...adding, host: home, show: documentsPage })
  })
}

async function documentsPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const matter = await openMatter(req)
  const [list, sets, attached] = await Promise.all([
    readChecklist(req, matter),
    listDocumentSets(req.tx),
    listAttachments(req.tx, req.parts.ring, matter.id),
  ])
  const stored = [...list.items.flatMap((item) => item.files), ...list.financial]
  const files = [...stored, ...attached.map(({ document_id: id, filename }) => ({ id, filename }))]
  const isOpen = ({ id }: { id: string }) => id === req.query.file
  const file = files.find(isOpen)
  const removable = list.may.remove ? stored.find(isOpen) : undefined
  const isEmpty = list.items.length === 0 && files.length === 0
  return {
    ...frameOf(matter, "/documents"),
    refused,
    islands: ["drop"],
    frames: true,
    body: (
      <div class={file && "grid"}>
        <div class="stack">
          {files.some(({ filename }) => /^image\/hei[cf]$/.test(contentTypeOf(filename) ?? "")) && (
            <HeicNotice />
          )}
          <div>
            <RequestForm req={req} list={list} sets={sets} refused={refused} />
            <AddFile list={list} refused={refused} />
          </div>
          <RequestCard req={req} list={list} />
          {isEmpty && (
            <EmptyState title="No documents" icon="file">
              This questionnaire requests no documents, and the client has sent none.
            </EmptyState>
          )}
          <FinancialCard req={req} list={list} />
          <Attachments req={req} list={list} attached={attached} />
        </div>
        {file && (
          <div class="viewer">
            <Card
              title={file.filename}
              id="viewer"
              actions={
                removable && <RemoveFile home={`/console/matters/${matter.id}/documents`} file={removable} />
              }
            >
              <OpenFile matter_id={matter.id} {...file} />
            </Card>
          </div>
        )}
      </div>
    ),
  }
}

/** Only Safari displays HEIC. docs/decisions/0025 says why Foyer does not convert it. */
function HeicNotice() {
  return (
    <Notice>
      Files that end in .heic are original iPhone photos. Macs, iPhones and iPads open them directly. Windows
      needs Microsoft’s free “HEIF Image Extensions”.
    </Notice>
  )
}

function Attachments(props: { req: PageRequest; list: Checklist; attached: readonly SentAttachment[] }) {
  const { req, list, attached } = props
  const home = `/console/matters/${list.matter_id}`
  if (attached.length === 0) return null
  return (
    <Card title="Documents from messages">
      <FileList
        label="Documents from messages"
        dense
        files={attached.map(
          ({ document_id, filename, size, uploaded_at, topic_id: _, message_id, ...message }) => ({
            id: document_id,
            name: filename,
            href: displayOf(contentTypeOf(filename))
              ? `${home}/documents?file=${document_id}#viewer`
              : `${home}/documents/${document_id}`,
            detail: (
              <>
                {bytesText(size)}, <When at={uploaded_at} req={req} in_text />,{" "}
                <a href={`${home}/conversation?from=${message_id}#${message_id}`}>{message.subject}</a> from{" "}
                {message.is_from_client ? "the client" : "the firm"}
              </>
            ),
          }),
        )}
      />
    </Card>
  )
}
