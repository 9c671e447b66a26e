import { namesOf } from "../../../definition/people/names.ts"
import { frameOf, openMatter } from "../../../web/console/matter/frame.tsx"
import type { PageRequest } from "../../../web/console/page-request.ts"
import type { View } from "../../../web/console/view.tsx"
import { Notice } from "../../../web/ui/components/banner.tsx"
import { Button } from "../../../web/ui/components/button.tsx"
import { EmptyState } from "../../../web/ui/components/empty-state.tsx"
import { PostForm } from "../../../web/ui/components/permitted.tsx"
import { listPeople } from "../../contacts/contacts.ts"
import { type CorrectionUrl, correctionUrlOf } from "../../corrections/console/requests.tsx"
import { listFilesAlone } from "../../matters/progress/parts-alone.ts"
import { readVisibility } from "../../matters/progress/visibility.ts"
import { listRequestAnswers } from "../../submissions/missing/open-items.ts"
import { listAttachments, type SentAttachment } from "../attachments.ts"
import { contentTypeOf } from "../content-type.ts"
import { purposeOf } from "../described.ts"
import { readRequestStates } from "../document-choices.ts"
import { listDocuments, listFinancialDocuments } from "../documents.ts"
import { listMatterFiles } from "../matter-files.ts"
import type { Document, FinancialDocument, WithoutLink } from "../schema.ts"
import { FileTable } from "./file-table.tsx"
import { RequestsWithoutFile } from "./requests-without-file.tsx"

export async function documentsPage(req: PageRequest): Promise<View> {
  const matter = await openMatter(req)
  const [plain, financial, held, attached, alone, people, visibility, states] = await Promise.all([
    listDocuments(req.tx, matter.id),
    listFinancialDocuments(req.tx, matter.id),
    listMatterFiles(req.tx, matter.id),
    listAttachments(req.tx, matter.id),
    listFilesAlone(req.tx, matter.id),
    listPeople(req.tx, matter.id),
    readVisibility(req.tx, matter.id),
    readRequestStates(req.tx, matter.id),
  ])
  const names = namesOf(people)
  const { definition, visible, alone: apart, facts } = visibility
  const requests = listRequestAnswers(definition, visible, { alone: apart, clients: facts.clients }, states)
  const uploaders = new Map(held.map(({ id, staff_name }) => [id, staff_name]))
  return {
    ...frameOf(matter, "/documents"),
    body: (
      <>
        <RequestsWithoutFile answers={requests} names={names} />
        {plain.count + financial.count + attached.length > 1 && <DownloadAll matter_id={matter.id} />}
        <Documents
          matter_id={matter.id}
          plain={plain.rows}
          financial={financial.rows}
          attached={attached}
          uploaders={uploaders}
          aloneOf={(id) => names[alone.get(id) ?? ""]}
          req={req}
          correctionUrl={correctionUrlOf(matter)}
        />
      </>
    ),
  }
}

function DownloadAll({ matter_id }: { matter_id: string }) {
  return (
    <PostForm action={`/console/matters/${matter_id}/export`}>
      <input type="hidden" name="kind" value="documents" />
      <Button variant="secondary" icon="download">
        Download all
      </Button>
    </PostForm>
  )
}

interface DocumentsProps {
  matter_id: string
  plain: readonly WithoutLink<Document>[]
  financial: readonly WithoutLink<FinancialDocument>[]
  /** Files attached to messages. */
  attached?: readonly SentAttachment[]
  /** Names of the staff who uploaded files for the client, by document; empty for the client's own. */
  uploaders?: ReadonlyMap<string, string>
  /** Who sent a file that the other client cannot see; undefined for files both see. */
  aloneOf?: (document_id: string) => string | undefined
  req: PageRequest
  correctionUrl?: CorrectionUrl | undefined
  level?: 2 | 3
}

/** Files that answer document requests, and files that belong to assets. */
export function Documents(props: DocumentsProps) {
  const {
    matter_id,
    plain,
    financial,
    attached = [],
    uploaders,
    aloneOf,
    req,
    correctionUrl,
    level = 2,
  } = props
  const uploaderOf = ({ document_id }: { document_id: string }) => uploaders?.get(document_id)
  if (plain.length + financial.length + attached.length === 0) {
    return (
      <EmptyState title="No documents yet" icon="file">
        Documents appear here as soon as a client uploads them.
      </EmptyState>
    )
  }
  const hasHeic = [...plain, ...financial, ...attached].some(({ filename }) =>
    /^image\/hei[cf]$/.test(contentTypeOf(filename) ?? ""),
  )
  return (
    <>
      {hasHeic && <HeicNotice />}
      {plain.length > 0 && (
        <FileTable
          title="Documents"
          matter_id={matter_id}
          req={req}
          correctionUrl={correctionUrl}
          level={level}
          files={plain.map(({ document_request, ...file }) => ({
            ...file,
            what: <RequestOf label={document_request.label} alone={aloneOf?.(file.document_id)} />,
            by: uploaderOf(file),
          }))}
        />
      )}
      {financial.length > 0 && (
        <FileTable
          title="Documents for assets"
          matter_id={matter_id}
          req={req}
          correctionUrl={correctionUrl}
          level={level}
          files={financial.map((file) => ({
            ...file,
            what: purposeOf(file),
            by: uploaderOf(file),
          }))}
        />
      )}
      {attached.length > 0 && (
        <FileTable
          title="Documents from messages"
          matter_id={matter_id}
          req={req}
          correctionUrl={undefined}
          level={level}
          files={attached.map(({ topic_id, subject, is_from_client, ...file }) => ({
            ...file,
            what: (
              <>
                <a href={`/console/matters/${matter_id}/messages/${topic_id}#${file.message_id}`}>
                  {subject}
                </a>{" "}
                <span class="cell-note">from {is_from_client ? "the client" : "the firm"}</span>
              </>
            ),
          }))}
        />
      )}
    </>
  )
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

/** The request that a file answers and, if the other client cannot see it, who sent it. */
function RequestOf({ label, alone }: { label: string; alone: string | undefined }) {
  return (
    <>
      {label}
      {alone && <span class="cell-note">{alone} alone</span>}
    </>
  )
}
