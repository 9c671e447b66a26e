import { type Firm, getFirm } from "../../../firm/firms/firms.ts"
import { changeYearsOfNames, max_years, yearsOfNames } from "../../../intake/conflict-names/conflict-names.ts"
import { changeRetention, first_days, retentionOf, yearsText } from "../../../intake/matters/retention.ts"
import { badField } from "../../../platform/errors.ts"
import { checkbox } from "../../../web/console/forms/choice-fields.tsx"
import { form } from "../../../web/console/forms/form.ts"
import { wholeNumber } from "../../../web/console/forms/text-fields.tsx"
import { isPastTheEnd, type ListPage, PagedTable, pageAt, pageUrl } from "../../../web/console/list-pages.tsx"
import type { PageRequest, RefusedForm } from "../../../web/console/page-request.ts"
import { When } from "../../../web/console/times.tsx"
import type { View } from "../../../web/console/view.tsx"
import { LinkButton, PostButton } from "../../../web/ui/components/button.tsx"
import { EmptyState } from "../../../web/ui/components/card.tsx"
import { type DeletionRow, grace_days, listDeletions } from "../deletions.ts"
import { dueForm, dueUrl } from "./forms.tsx"
import { DeletionTag, deletedBy, deletionUrl, isRestorable, nameOf, retentionUrl } from "./words.tsx"

export async function retentionPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const page = pageAt(req, 50)
  const { rows, ...counted } = await listDeletions(req.tx, page)
  const list = { ...page, ...counted, href: (number: number) => `${pageUrl(retentionUrl, number)}#deleted` }
  return {
    title: "Retention",
    status: isPastTheEnd(list) ? 404 : 200,
    lede: "How long matters and other records are kept, and what happens to them then.",
    body: (
      <>
        {await retentionForm.section(req, { action: retentionUrl, isCard: true }, refused)}
        {await dueForm.section(req, { action: dueUrl }, refused)}
        <DeletedMatters rows={rows} list={list} req={req} />
        <p>
          <a href="/docs/guide/operating#retention">How long everything else is kept</a>
        </p>
      </>
    ),
  }
}

function DeletedMatters(props: { rows: readonly DeletionRow[]; list: ListPage; req: PageRequest }) {
  const { rows, list, req } = props
  return (
    <section id="deleted" class="stack">
      <h2>Deleted matters</h2>
      <PagedTable
        {...{ rows, list }}
        caption="Deleted matters, latest first"
        columns={[
          { label: "Matter", cell: (row) => <a href={deletionUrl(row)}>{nameOf(row)}</a> },
          { label: "State", narrow: true, cell: (row) => <DeletionTag row={row} req={req} /> },
          { label: "Deleted", cell: (row) => <When at={row.deleted_at} req={req} /> },
          { label: "By", cell: deletedBy },
          { label: "Why", cell: (row) => row.reason },
          {
            label: "Restore or certificate",
            isButtons: true,
            cell: (row) =>
              row.purged_at ? (
                <LinkButton
                  href={deletionUrl(row, "/certificate.pdf")}
                  about={`of ${nameOf(row)}`}
                  small
                  variant="secondary"
                  icon="download"
                >
                  Certificate
                </LinkButton>
              ) : (
                isRestorable(row, req.tx.now) && (
                  <PostButton
                    action={deletionUrl(row, "/restoration")}
                    about={nameOf(row)}
                    variant="secondary"
                    small
                  >
                    Restore
                  </PostButton>
                )
              ),
          },
        ]}
        empty={
          <EmptyState title="No deleted matters" icon="trash">
            You can delete a closed matter from its own page. Certificates stay here forever.
          </EmptyState>
        }
      />
    </section>
  )
}

export function retentionFields(settings: Firm["settings"]) {
  const { years, is_automatic, is_nameless } = retentionOf(settings)
  return {
    retention_years: wholeNumber({
      label: "Years after closing until a matter is due for deletion",
      hint: "Leave this empty to keep closed matters forever. This alone deletes nothing: due matters are listed below, and a person decides.",
      min: 1,
      max: max_years,
      blank: "never",
      value: years,
    }),
    retention_automatic: checkbox({
      label: "Delete due matters without asking",
      hint: `Admins get an email each time and have ${grace_days} days to restore the matters. People decide on matters that were restored, and on all others in the first ${first_days} days after they were created or imported.`,
      value: is_automatic,
    }),
    certificates_without_names: checkbox({
      label: "Keep no names on certificates of deletion",
      hint: "The matter’s name is removed from its certificate when the matter is removed for good; its ID stays.",
      value: is_nameless,
    }),
    conflict_name_years: wholeNumber({
      label: "Years that the names of declined inquiries and deleted matters are kept",
      hint: "So that conflict checks find prospective and former clients. Only the name, the party, the day and the reason remain; advisors and charities are left out. Enter 0 to keep none.",
      min: 0,
      max: max_years,
      value: yearsOfNames(settings),
    }),
  }
}

export const retentionForm = form({
  edits: true,
  open: async ({ tx }) => ({
    title: "Rules",
    fields: retentionFields((await getFirm(tx)).settings),
    submit: "Save",
  }),
  save: async ({ tx, staff }, values) => {
    const { retention_years: years, retention_automatic: is_automatic, conflict_name_years } = values
    if (is_automatic && years === null) {
      const message = "Enter the number of years first, or leave this box unchecked."
      throw badField("retention_automatic", "no_years", message)
    }
    const is_nameless = values.certificates_without_names
    await changeYearsOfNames(tx, staff.firm_id, conflict_name_years)
    await changeRetention(tx, staff.firm_id, { years, is_automatic, is_nameless })
    const due = years === null ? "never" : `${yearsText(years)}${is_automatic ? ", without asking" : ""}`
    const label = `${due}; names for conflict checks: ${yearsText(conflict_name_years)}`
    return { done: "retention_changed", about: { record_id: staff.firm_id, label } }
  },
})
