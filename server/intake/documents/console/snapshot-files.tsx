import type { PageRequest } from "../../../web/console/page-request.ts"
import { When } from "../../../web/console/times.tsx"
import { EmptyState } from "../../../web/ui/components/empty-state.tsx"
import { FileList } from "../../../web/ui/components/file-list.tsx"
import { type FinancialFile, type PlainFile, purposeOf } from "../described.ts"
import { sizeText } from "./file-size.ts"

/** The files of a submission, as they were then. */
export function SnapshotFiles(props: {
  req: PageRequest
  matter_id: string
  files: readonly (PlainFile | FinancialFile)[]
}) {
  const { req, matter_id, files } = props
  if (files.length === 0)
    return (
      <EmptyState title="No documents" icon="file">
        The client had sent none by then.
      </EmptyState>
    )
  return (
    <FileList
      label="Documents"
      files={files.map((file) => ({
        id: file.document_id,
        name: file.filename,
        href: `/console/matters/${matter_id}/documents/${file.document_id}`,
        detail: (
          <>
            {purposeOf(file)}, {sizeText(file.size)}, <When at={file.uploaded_at} req={req} />
          </>
        ),
      }))}
    />
  )
}
