import { renderCopyPdf } from "../../intake/submissions/copy/copy-pdf.ts"
import type { Certificate } from "./certificate.ts"

/** Returns the certificate as a tagged PDF, with times in the firm's time zone. */
export function renderCertificate(
  certificate: Certificate,
  checksum: string,
  time_zone: string,
): Promise<Buffer> {
  const { firm, matter, counts, files, reason, deleted_by } = certificate
  const moment = (text: string) =>
    new Date(text).toLocaleString("en-US", { timeZone: time_zone, dateStyle: "long", timeStyle: "long" })
  return renderCopyPdf({
    language: "en",
    firm_name: firm.name,
    title: "Certificate of deletion",
    subject: matter.name ?? matter.id,
    facts: [
      { label: "Certificate", value: certificate.id },
      { label: "Matter", value: matter.id },
      { label: "Opened", value: matter.open_date },
      { label: "Closed", value: matter.close_date ?? "Never: no one had begun it" },
      { label: "Deleted by", value: deleted_by?.name ?? "The firm’s retention rule" },
      { label: "Deleted", value: moment(certificate.deleted_at) },
      { label: "Why", value: reason },
      { label: "Removed for good", value: moment(certificate.purged_at) },
      { label: "Checksum (SHA-256)", value: checksum },
    ],
    sections: [
      {
        title: "What was deleted",
        groups: [
          {
            rows: [
              { label: "People", value: String(counts.people) },
              { label: "Assets", value: String(counts.assets) },
              { label: "Answers", value: String(counts.answers) },
              { label: "Documents", value: String(counts.documents) },
              { label: "Submissions", value: String(counts.submissions) },
              { label: "Messages", value: String(counts.messages) },
            ],
          },
        ],
      },
      ...(files.length > 0
        ? [
            {
              title: "Removed files",
              groups: files.map(({ id, size, sha256 }) => ({
                rows: [{ label: `${size.toLocaleString("en-US")} bytes`, value: `${id}\nSHA-256 ${sha256}` }],
              })),
            },
          ]
        : []),
    ],
    note: "The records were removed from the database and the files from the file store. The firm’s audit log holds this certificate’s checksum. Backups made before the removal hold what they held until they are discarded.",
  })
}
