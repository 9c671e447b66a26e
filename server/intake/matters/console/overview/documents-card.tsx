import { Actions } from "../../../../web/ui/components/actions.tsx"
import { Card } from "../../../../web/ui/components/card.tsx"
import { LinkButton } from "../../../../web/ui/components/link-button.tsx"
import { IfPermitted } from "../../../../web/ui/components/permitted.tsx"

/** One-click downloads of the documents the firm files and mails. */
export function DocumentsCard({ matter_id }: { matter_id: string }) {
  const home = `/console/matters/${matter_id}`
  return (
    <Card
      title="Documents to download"
      actions={
        <IfPermitted href={`${home}/export`}>
          <a href={`${home}/export`}>All exports</a>
        </IfPermitted>
      }
    >
      <Actions>
        <LinkButton href={`${home}/memo.pdf`} variant="secondary" icon="download">
          File memo (PDF)
        </LinkButton>
        <LinkButton href={`${home}/workbook.xlsx`} variant="secondary" icon="download">
          Workbook (Excel)
        </LinkButton>
        <LinkButton href={`${home}/document-templates`} variant="secondary" icon="file">
          Documents from templates
        </LinkButton>
      </Actions>
      <p class="hint">Sensitive answers are masked. The audit log records each download.</p>
    </Card>
  )
}
