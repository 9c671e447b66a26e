import type { ComponentChildren } from "preact"
import type { PageRequest } from "../../../web/console/page-request.ts"
import { When } from "../../../web/console/times.tsx"
import { Card } from "../../../web/ui/components/card.tsx"
import { DataTable } from "../../../web/ui/components/data-table.tsx"
import { LinkButton } from "../../../web/ui/components/link-button.tsx"
import { CorrectionLink, type CorrectionUrl } from "../../corrections/console/requests.tsx"
import { sizeText } from "./file-size.ts"

interface File {
  document_id: string
  filename: string
  size: number
  uploaded_at: string
  what: ComponentChildren
  /** The member of staff who uploaded it for the client. */
  by?: string | undefined
}

/** Files of one kind. */
export function FileTable(props: {
  title: string
  matter_id: string
  files: readonly File[]
  req: PageRequest
  correctionUrl: CorrectionUrl | undefined
  level: 2 | 3
}) {
  return (
    <Card title={props.title} level={props.level} flush>
      <DataTable
        caption={props.title}
        flowing
        columns={[
          {
            label: "File",
            primary: true,
            cell: ({ document_id, filename }) => (
              <>
                {filename}
                <CorrectionLink
                  href={props.correctionUrl?.({ kind: "document", record_id: document_id })}
                  of={filename}
                />
              </>
            ),
          },
          { label: "For", cell: ({ what }) => what },
          { label: "Size", align: "end", cell: ({ size }) => sizeText(size) },
          {
            label: "Uploaded",
            cell: ({ uploaded_at, by }) => (
              <>
                <When at={uploaded_at} req={props.req} />
                {by && <span class="cell-note">by {by}, for the client</span>}
              </>
            ),
          },
          {
            label: "Download",
            hideLabel: true,
            narrow: true,
            align: "end",
            cell: ({ document_id, filename }) => (
              <LinkButton
                small
                variant="secondary"
                icon="download"
                attributes={{ download: true }}
                href={`/console/matters/${props.matter_id}/documents/${document_id}`}
              >
                Download<span class="visually-hidden"> {filename}</span>
              </LinkButton>
            ),
          },
        ]}
        records={props.files}
        id={({ document_id }) => document_id}
      />
    </Card>
  )
}
