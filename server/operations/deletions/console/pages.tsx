import { Readable } from "node:stream"
import { recordAudit } from "../../../firm/audit/audit.ts"
import { blankFirm } from "../../../firm/firms/console/fields.tsx"
import { countText } from "../../../platform/text/count-text.ts"
import { sendDownload } from "../../../web/console/download.ts"
import { onPage } from "../../../web/console/forms/form.ts"
import type { PageRequest, RefusedForm } from "../../../web/console/page-request.ts"
import type { Console } from "../../../web/console/routing.ts"
import { registerSettings } from "../../../web/console/settings/labels.ts"
import { Day, isoDayOf, When } from "../../../web/console/times.tsx"
import type { RawResponse, Redirect, View } from "../../../web/console/view.tsx"
import { LinkButton, PostButton } from "../../../web/ui/components/button.tsx"
import { SummaryCard } from "../../../web/ui/components/card.tsx"
import { getCertificate } from "../certificate.ts"
import { renderCertificate } from "../certificate-pdf.ts"
import { getDeletion, restoreMatter } from "../deletions.ts"
import { deletionForm, dueForm, dueUrl, holdForm, release, removal } from "./forms.tsx"
import { retentionFields, retentionForm, retentionPage } from "./retention-page.tsx"
import {
  Contents,
  DeletionTag,
  deletedBy,
  deletionUrl,
  isRestorable,
  nameOf,
  retentionUrl,
} from "./words.tsx"

const admin = { admin: true }
const deleted = `${retentionUrl}/deleted/:deletion_id`

export function deletionPages(console: Console): void {
  console.form("/console/matters/:matter_id/deletion", deletionForm, admin)
  console.form("/console/matters/:matter_id/hold", holdForm, admin)
  console.action("/console/matters/:matter_id/release", release, admin)
  console.form(retentionUrl, onPage(undefined, retentionPage, retentionForm), admin)
  console.form(dueUrl, onPage(retentionUrl, retentionPage, dueForm), admin)
  registerSettings(retentionUrl, retentionFields(blankFirm.settings))
  console.page(deleted, deletedMatterPage, admin)
  console.page(`${deleted}/certificate.pdf`, sendCertificate, admin)
  console.action(`${deleted}/restoration`, restore, admin)
  console.form(`${deleted}/removal`, onPage(deleted, deletedMatterPage, removal), admin)
}

async function deletedMatterPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const { tx, param } = req
  const row = await getDeletion(tx, param("deletion_id"))
  const proof = row.purged_at ? await getCertificate(tx, row.id) : undefined
  return {
    title: nameOf(row),
    tab_title: `Deleted: ${nameOf(row)}`,
    breadcrumbs: [{ text: "Retention", href: retentionUrl }],
    tag: <DeletionTag row={row} req={req} />,
    lede: proof ? "Certificate of deletion" : "Deleted, and stored sealed until it is removed for good.",
    actions: proof ? (
      <LinkButton href={deletionUrl(row, "/certificate.pdf")} icon="download">
        Download the certificate
      </LinkButton>
    ) : (
      isRestorable(row, tx.now) && (
        <PostButton action={deletionUrl(row, "/restoration")}>Restore the matter</PostButton>
      )
    ),
    body: (
      <>
        <SummaryCard
          title="The deletion"
          rows={[
            { key: "Matter", value: <code class="id-text">{row.matter_id}</code> },
            { key: "Opened", value: <Day day={row.open_date} /> },
            { key: "Closed", value: <Day day={row.close_date} none="Never, because no one started it" /> },
            { key: "Deleted by", value: deletedBy(row) },
            { key: "Deleted", value: <When at={row.deleted_at} req={req} /> },
            { key: "Why", value: row.reason },
            row.restored_at && { key: "Restored by", value: row.restored_by_name },
            row.restored_at && { key: "Restored", value: <When at={row.restored_at} req={req} /> },
            !row.restored_at && {
              key: row.purged_at ? "Removed for good" : "To be removed for good",
              value: <When at={row.purged_at ?? row.purge_at} req={req} />,
            },
            proof && { key: "Checksum", value: <code class="id-text">{proof.checksum}</code> },
          ]}
        />
        <Contents title="Deleted records" counts={row.counts} />
        {await removal.section(req, { action: deletionUrl(row, "/removal") }, refused)}
        {proof && (
          <p class="hint">
            The certificate lists the {countText(proof.certificate.files.length, "file")} that were removed.
            The audit log contains its checksum and keeps its entries about the matter. Events remain as IDs,
            which are not personal data.
          </p>
        )}
      </>
    ),
  }
}

/** Needs no confirmation: the matter can be deleted again. */
async function restore({ tx, parts, param }: PageRequest): Promise<Redirect> {
  const matter_id = await restoreMatter(tx, parts.ring, param("deletion_id"))
  return { to: `/console/matters/${matter_id}`, flash: { done: "matter_restored" } }
}

async function sendCertificate(req: PageRequest): Promise<RawResponse> {
  const { tx, staff, param } = req
  const { certificate, checksum } = await getCertificate(tx, param("deletion_id"))
  const { id, matter } = certificate
  await recordAudit(tx, "certificate_read", { matter_id: matter.id, record_id: id })
  const pdf = await renderCertificate(certificate, checksum, staff.firm.time_zone)
  return sendDownload({
    filename: `Certificate of deletion ${isoDayOf(new Date(certificate.purged_at), req)} ${matter.id}.pdf`,
    content_type: "application/pdf",
    content: Readable.from([pdf]),
  })
}
