import { createContext } from "preact"
import { useContext } from "preact/hooks"
import type { WhoMayServe } from "../../../../definition/conditions/who-may-serve.ts"
import { isBlank, type Text } from "../../../../definition/text.ts"
import { type DatePrecision, datePrecisions } from "../../../../definition/values/dates.ts"
import { trimmed } from "../../../../definition/values/typed-text.ts"
import { checkbox, list } from "../../../../web/console/forms/choice-fields.tsx"
import { type ControlProps, type Field, mapped, unlessMissing } from "../../../../web/console/forms/field.ts"
import { TextArea, TextField } from "../../../../web/ui/components/text-field.tsx"
import type { Draft } from "../builder/draft.ts"
import { joinedWording } from "./part-form.ts"

const spanish = "_es"

interface WordingProps {
  label: string
  hint?: string
  /** Makes it a text area with this many lines. */
  rows?: number
  value: Text | undefined
}

/** Whether text fields also show the Spanish text. */
export const ShowSpanish = createContext(false)

/** A text in English and, if the author chose to see it, in Spanish; required by the sentence for a blank one. */
export function wording(props: WordingProps & { missing: string }): Field<Text>
export function wording(props: WordingProps): Field<Text | undefined>
export function wording(props: WordingProps & { missing?: string }): Field<Text | undefined> {
  const { label, value, missing } = props
  return {
    label,
    second: spanish,
    stored: typeof value === "object" ? [value.en, value.es] : [value ?? "", ""],
    parse: ([en = "", es = ""] = []) => {
      const text = joinedWording(trimmed(en), trimmed(es))
      return unlessMissing(text, isBlank(text), missing)
    },
    control: (control) => <WordingInputs {...props} {...control} />,
  }
}

function WordingInputs(
  props: Omit<WordingProps, "value"> & Omit<ControlProps, "show"> & { missing?: string },
) {
  const { id, label, hint, rows, missing, typed, error } = props
  const isSpanish = useContext(ShowSpanish)
  const [en = "", es = ""] = typed
  const one = (field: Parameters<typeof TextField>[0]) =>
    rows ? <TextArea {...field} rows={rows} /> : <TextField {...field} autocomplete="off" />
  const optional = missing === undefined ? "(optional)" : undefined
  return (
    <>
      {one({ id, label, hint, optional, value: en, error })}
      {isSpanish ? (
        one({
          id: id + spanish,
          label: `${label} in Spanish`,
          optional: es || !en ? undefined : "(missing)",
          value: es,
          attributes: { lang: "es" },
        })
      ) : (
        <input type="hidden" name={id + spanish} value={es} />
      )}
    </>
  )
}

/** The revision of the draft that the author saw, for each form that changes it. */
export function Revision({ draft }: { draft: Draft }) {
  return <input type="hidden" name="revision" value={draft.row.draft_revision} />
}

/** Who may be chosen for a role, or in answer to a question about a person. */
export function whoMayServeFields({ adults_only, not_clients }: WhoMayServe) {
  return {
    adults_only: flag({
      label: "Adults only",
      hint: "Leaves out people whose date of birth says they are under 18.",
      value: adults_only,
    }),
    not_clients: flag({
      label: "Not the clients",
      hint: "For someone who acts in their place, such as a guardian of their children.",
      value: not_clients,
    }),
  }
}

/** A setting that is stored only while it is on. */
export function flag({ value = false, ...props }: Parameters<typeof checkbox>[0]) {
  return mapped(checkbox({ ...props, value }), (isOn) => isOn || undefined)
}

const precisionLabels: Record<DatePrecision, string> = {
  day: "The full date",
  month: "The month and the year",
  year: "The year",
}

/** How much of a date can be enough; undefined for the full date, which needs no setting. */
export function precisionField(props: {
  label: string
  hint?: string
  value: DatePrecision | undefined
}): Field<DatePrecision | undefined> {
  const options = datePrecisions.map((value) => ({ value, label: precisionLabels[value] }))
  return mapped(list({ ...props, options, value: props.value ?? "day" }), (value) =>
    value === "day" ? undefined : value,
  )
}
