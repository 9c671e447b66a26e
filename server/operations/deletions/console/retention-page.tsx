import { blankFirm } from "../../../firm/firms/console/fields.tsx"
import { type Firm, getFirm } from "../../../firm/firms/firms.ts"
import { changeYearsOfNames, max_years, yearsOfNames } from "../../../intake/conflict-names/conflict-names.ts"
import { changeRetention, listDueMatters, retentionOf, yearsText } from "../../../intake/matters/retention.ts"
import { countText } from "../../../platform/count-text.ts"
import { badField } from "../../../platform/errors.ts"
import { checkbox } from "../../../web/console/forms/choice-fields.tsx"
import { form } from "../../../web/console/forms/form.ts"
import { wholeNumber } from "../../../web/console/forms/text-fields.tsx"
import { registerSettings } from "../../../web/console/settings/labels.ts"
import { Banner } from "../../../web/ui/components/banner.tsx"
import { LinkButton } from "../../../web/ui/components/button.tsx"
import { Card } from "../../../web/ui/components/card.tsx"
import { grace_days } from "../deletions.ts"
import { RetainedData } from "./retained-data.tsx"

/** The fields, by card. */
function fieldsOf(settings: Firm["settings"]) {
  const { years, is_automatic, is_nameless } = retentionOf(settings)
  const matters = {
    retention_years: wholeNumber({
      label: "Years after closing until a matter is due for deletion",
      hint: "Leave this empty to keep closed matters forever. This alone deletes nothing: due matters are listed, and a person decides.",
      min: 1,
      max: max_years,
      blank: "never",
      value: years,
    }),
    retention_automatic: checkbox({
      label: "Delete due matters without asking",
      hint: `Admins get an email each time and have ${grace_days} days to restore the matters.`,
      value: is_automatic,
    }),
    certificates_without_names: checkbox({
      label: "Keep no names on certificates of deletion",
      hint: "The matter’s name is removed from its certificate when the matter is removed for good; its ID stays.",
      value: is_nameless,
    }),
  }
  const names = {
    conflict_name_years: wholeNumber({
      label: "Years that the names of declined inquiries and deleted matters are kept",
      hint: "So that conflict checks find prospective and former clients. Only the name, the party, the day and the reason remain; advisors and charities are left out. Enter 0 to keep none.",
      min: 0,
      max: max_years,
      value: yearsOfNames(settings),
    }),
  }
  return { matters, names }
}

/** The labels by which the search of the settings finds them. */
export function registerRetention(): void {
  const { matters, names } = fieldsOf(blankFirm.settings)
  registerSettings(retentionUrl, { ...matters, ...names })
}

export const retentionUrl = "/console/settings/retention"

export const retentionForm = form({
  edits: true,
  open: async ({ tx }) => {
    const { settings } = await getFirm(tx)
    const { years } = retentionOf(settings)
    const due = years === null ? 0 : (await listDueMatters(tx, years, 1)).count
    const { matters, names } = fieldsOf(settings)
    return {
      title: "Retention",
      heading: {
        lede: "How long matters and other records are kept, and what happens to them then.",
        actions: (
          <LinkButton href="/console/settings/deleted-matters" variant="secondary" icon="trash">
            Deleted matters
          </LinkButton>
        ),
      },
      banner: due > 0 && years !== null && <DueBanner due={due} years={years} />,
      fields: { ...matters, ...names },
      layout: (show) => (
        <>
          <Card title="Closed matters">{show(matters)}</Card>
          <Card title="Names for conflict checks">{show(names)}</Card>
        </>
      ),
      below: <RetainedData />,
      submit: "Save",
    }
  },
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

function DueBanner({ due, years }: { due: number; years: number }) {
  return (
    <Banner
      tone="info"
      title={`${countText(due, "matter is", "matters are")} due: closed ${yearsText(years)} ago or earlier.`}
      actions={
        <LinkButton href="/console/settings/retention/due" variant="secondary" small>
          Review them
        </LinkButton>
      }
    />
  )
}
