import { recordAudit } from "../../audit/audit.ts"
import { changeYearsOfNames, max_years, yearsOfNames } from "../../conflict-names/conflict-names.ts"
import { grace_days } from "../../deletions/deletions.ts"
import { getFirm } from "../../firms/firms.ts"
import { changeRetention, listDueMatters, retentionOf, yearsText } from "../../matters/retention.ts"
import { badRequest } from "../../platform/errors.ts"
import { Actions } from "../../ui/components/actions.tsx"
import { Banner } from "../../ui/components/banner.tsx"
import { Button } from "../../ui/components/button.tsx"
import { Card } from "../../ui/components/card.tsx"
import { Checkbox } from "../../ui/components/checkbox.tsx"
import { LinkButton } from "../../ui/components/link-button.tsx"
import { TextField } from "../../ui/components/text-field.tsx"
import { faultAt, fieldOf, type PageRequest, type RefusedForm, textOf, tickedOr } from "../page-request.ts"
import { Seen, type StoredField } from "../stale-forms.tsx"
import type { Redirect, View } from "../view.tsx"
import { RetainedData } from "./retained-data.tsx"

export async function storedRetention({ tx }: PageRequest): Promise<StoredField[]> {
  const { settings } = await getFirm(tx)
  const { years, is_automatic, is_nameless } = retentionOf(settings)
  const show = () => "Yes"
  return [
    { name: "retention_years", label: "Years after closing", value: years === null ? "" : String(years) },
    {
      name: "retention_automatic",
      label: "Delete due matters without asking",
      value: is_automatic ? "true" : "",
      show,
    },
    {
      name: "certificates_without_names",
      label: "Keep no names on certificates of deletion",
      value: is_nameless ? "true" : "",
      show,
    },
    { name: "conflict_name_years", label: "Years names are kept", value: String(yearsOfNames(settings)) },
  ]
}

export async function retentionPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const { tx, staff } = req
  const { years, is_automatic, is_nameless } = retentionOf(staff.firm.settings)
  const due = years === null ? 0 : (await listDueMatters(tx, years, 1)).count
  const ticked = (name: string, stored: boolean) => tickedOr(refused, name, stored ? ["true"] : []).length > 0
  return {
    title: "Retention",
    heading: {
      lede: "How long matters and other records are kept, and what happens to them then.",
      actions: (
        <LinkButton href="/console/deleted-matters" variant="secondary" icon="trash">
          Deleted matters
        </LinkButton>
      ),
    },
    refused,
    banner: due > 0 && years !== null && (
      <Banner
        tone="info"
        title={`${due === 1 ? "1 matter is" : `${due.toLocaleString("en-US")} matters are`} due: closed ${yearsText(years)} ago or earlier.`}
        actions={
          <LinkButton href="/console/retention/due" variant="secondary" small>
            Review them
          </LinkButton>
        }
      />
    ),
    body: (
      <>
        <form method="post" class="stack">
          <Seen req={req} />
          <Card title="Closed matters">
            <TextField
              {...fieldOf(refused, "retention_years", years === null ? "" : String(years))}
              label="Years after closing until a matter is due for deletion"
              hint="Leave this empty to keep closed matters forever. This alone deletes nothing: due matters are listed, and a person decides."
              inputmode="numeric"
              autocomplete="off"
              maxlength={3}
              width={4}
            />
            <Checkbox
              id="retention_automatic"
              label="Delete due matters without asking"
              hint={`Admins get an email each time and have ${grace_days} days to restore the matters.`}
              checked={ticked("retention_automatic", is_automatic)}
              error={faultAt(refused, "retention_automatic")}
            />
            <Checkbox
              id="certificates_without_names"
              label="Keep no names on certificates of deletion"
              hint="The matter’s name is removed from its certificate when the matter is removed for good; its ID stays."
              checked={ticked("certificates_without_names", is_nameless)}
            />
          </Card>
          <Card title="Names for conflict checks">
            <TextField
              {...fieldOf(refused, "conflict_name_years", String(yearsOfNames(staff.firm.settings)))}
              label="Years that the names of declined inquiries and deleted matters are kept"
              hint="So that conflict checks find prospective and former clients. Only the name, the party, the day and the reason remain; advisors and charities are left out. Enter 0 to keep none."
              inputmode="numeric"
              autocomplete="off"
              maxlength={3}
              width={4}
            />
          </Card>
          <Actions>
            <Button>Save</Button>
          </Actions>
        </form>
        <RetainedData />
      </>
    ),
  }
}

export async function saveRetention({ tx, staff, form }: PageRequest): Promise<Redirect> {
  const typed = textOf(form, "retention_years")
  const years = typed === "" ? null : Number(typed)
  const is_automatic = textOf(form, "retention_automatic") !== ""
  if (years !== null && !(/^\d{1,3}$/.test(typed) && years >= 1 && years <= max_years)) {
    const message = `Enter a whole number of years from 1 to ${max_years}, or leave this empty.`
    throw badRequest([{ param: "retention_years", code: "unknown_value", message }])
  }
  if (is_automatic && years === null) {
    const message = "Enter the number of years first, or leave this box unchecked."
    throw badRequest([{ param: "retention_automatic", code: "no_years", message }])
  }
  const name_years = form.conflict_name_years
    ? textOf(form, "conflict_name_years")
    : String(yearsOfNames(staff.firm.settings))
  if (!/^\d{1,3}$/.test(name_years) || Number(name_years) > max_years) {
    const message = `Enter a whole number of years from 0 to ${max_years}.`
    throw badRequest([{ param: "conflict_name_years", code: "unknown_value", message }])
  }
  const is_nameless = textOf(form, "certificates_without_names") !== ""
  await changeYearsOfNames(tx, staff.firm_id, Number(name_years))
  await changeRetention(tx, staff.firm_id, { years, is_automatic, is_nameless })
  const due = years === null ? "never" : `${yearsText(years)}${is_automatic ? ", without asking" : ""}`
  const rule = `${due}; names for conflict checks: ${yearsText(Number(name_years))}`
  await recordAudit(tx, "retention_changed", { record_id: staff.firm_id, label: rule })
  return { to: "/console/retention", flash: { done: "retention_changed" } }
}
