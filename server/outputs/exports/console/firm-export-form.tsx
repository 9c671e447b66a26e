// The export of all data of the firm, created in the background. Requesting it requires the admin's password again.
import type { FastifyRequest } from "fastify"
import type { Staff } from "../../../firm/access/console.ts"
import { listSessions } from "../../../firm/access/sessions.ts"
import { proofFields, receiveProof } from "../../../firm/users/console/account/proof.tsx"
import { type Proof, readSignIn, requireUnchanged } from "../../../firm/users/sign-in/proof.ts"
import type { Parts } from "../../../parts.ts"
import { Failure } from "../../../platform/errors.ts"
import { safeName } from "../../../platform/files/safe-names.ts"
import { countText } from "../../../platform/text/count-text.ts"
import { checkbox } from "../../../web/console/forms/choice-fields.tsx"
import { form } from "../../../web/console/forms/form.ts"
import { todayOf } from "../../../web/console/times.tsx"
import { ProgressBar } from "../../../web/ui/components/progress-bar.tsx"
import { type ExportRow, firm_retention_days, requestExport } from "../exports.ts"
import { countHiddenMatters } from "../firm/firm-export.ts"

export const firmExportUrl = "/console/settings/exports/everything"

export const firmExportForm = form({
  open: async ({ tx, staff, parts }) => {
    const [left_out, own] = await Promise.all([countHiddenMatters(tx), readSignIn(tx, staff.user_id)])
    return {
      title: "Export everything",
      lede: `One ZIP file with all of your firm’s data, in formats you can read without Foyer. It is prepared in the background and stored here, encrypted, for ${firm_retention_days} days.`,
      text: [
        <a href="/docs/guide/operating#export-everything">What it contains</a>,
        left_out > 0 && `It leaves out ${countText(left_out, "restricted matter")} that you may not see.`,
        !hasPassword(own, parts) &&
          `To request it, you must have signed in within the last ${fresh_minutes} minutes.`,
      ],
      fields: {
        reveal: checkbox({
          label: "Show sensitive answers unmasked",
          hint: "Otherwise Social Security numbers and other sensitive answers are masked. The audit log records your choice.",
        }),
        ...(hasPassword(own, parts) && proofFields(staff)),
      },
      submit: "Export everything",
      icon: "download",
    }
  },
  receive: receiveFreshProof,
  save: async (req, { reveal }, _, proof) => {
    const { tx, staff } = req
    await requireUnchanged(tx, proof)
    const id = await requestExport(tx, {
      matter_id: null,
      kind: "firm",
      label: "Everything (ZIP)",
      filename: `${safeName(staff.firm.name)} ${todayOf(req)} everything.zip`,
      content_type: "application/zip",
      request: { reveal },
    })
    const label = reveal ? "Sensitive answers in clear" : "Sensitive answers masked"
    return {
      done: "firm_export_requested",
      to: `/console/settings/exports/${id}`,
      about: { record_id: id, label },
    }
  },
})

const fresh_minutes = 15

const hasPassword = ({ password_hash }: Proof, { config }: Parts) =>
  password_hash !== null && !config.oidc_only

/** Verifies the password; members who use single sign-on must have signed in recently instead. */
async function receiveFreshProof(request: FastifyRequest, staff: Staff, parts: Parts): Promise<Proof> {
  const { firm_id, user_id } = staff
  const [own, sessions] = await parts.db.forFirm(firm_id, (tx) =>
    Promise.all([readSignIn(tx, user_id), listSessions(tx, user_id)]),
  )
  if (hasPassword(own, parts)) return receiveProof(request, staff, parts)
  const begun_at = sessions.find(({ id }) => id === staff.session_id)?.created_at.getTime() ?? 0
  if (parts.db.clock().getTime() - begun_at > fresh_minutes * 60_000)
    throw new Failure(
      "conflict",
      "sign_in_too_old",
      `You signed in more than ${fresh_minutes} minutes ago. Sign out, sign in again, and come back to this page.`,
    )
  return own
}

/** The summary row for restricted matters left out of a finished export. */
export function contentsOf({ kind, state, request: { restricted = 0 } }: ExportRow) {
  const isShown = kind === "firm" && state === "ready" && restricted > 0
  return isShown && { key: "Left out", value: `${countText(restricted, "matter")} restricted to others` }
}

export function DamagedFiles({ row: { request } }: { row: ExportRow }) {
  if (!request.damaged) return null
  return (
    <p>
      {countText(request.damaged, "file")} could not be read from storage and{" "}
      {request.damaged === 1 ? "is" : "are"} marked in its list. The export contains everything else. The
      administrator of this service can run <code>foyer verify</code>.
    </p>
  )
}

/** The progress of a running export; nothing until its first matters are done. */
export function FirmProgress({ row: { kind, state, request } }: { row: ExportRow }) {
  const { progress } = request
  if (kind !== "firm" || state !== "running" || !progress) return null
  const { matters, of } = progress
  return (
    <ProgressBar
      id="progress"
      label="Matters exported"
      value={matters}
      max={of}
      text={`${matters.toLocaleString("en-US")} of ${of.toLocaleString("en-US")}`}
    />
  )
}
