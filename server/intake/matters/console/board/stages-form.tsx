// The firm's stages, one row each. A stage keeps its matters when it is renamed or moved; one whose name is empty is removed,
// once it is empty itself.
import { changeSettings, getFirm } from "../../../../firm/firms/firms.ts"
import { newId } from "../../../../platform/ids.ts"
import { countText } from "../../../../platform/text/count-text.ts"
import type { Field } from "../../../../web/console/forms/field.ts"
import { form } from "../../../../web/console/forms/form.ts"
import { line, wholeNumber } from "../../../../web/console/forms/text-fields.tsx"
import { max_stage_days, max_stage_name, max_stages, max_waits_for, type Stage } from "../../stages/schema.ts"
import { countByStage, stagesOf } from "../../stages/stages.ts"

export const stagesUrl = "/console/settings/firm/stages"

/** Empty rows below the stages there are. */
const blank_rows = 3

interface Row {
  place: Field<number | null>
  name: Field<string>
  due_days: Field<number | null>
  waits_for: Field<string>
}

const parts = ["place", "name", "due_days", "waits_for"] as const

/** The field is as wide as its place in the row allows. */
const flexible = { width: undefined }

/** The fields of one stage; a blank row has none, and no position yet. */
function rowOf(stage: Stage | undefined, number: number): Row {
  const { name = "", due_days = null, waits_for = "" } = stage ?? {}
  const position = stage ? number : null
  return {
    place: wholeNumber({
      ...flexible,
      label: "Position",
      min: 1,
      max: 99,
      value: position,
      blank: "the last",
    }),
    name: line({ label: "Name", max: max_stage_name, value: name }),
    due_days: wholeNumber({
      ...flexible,
      label: "Days",
      min: 0,
      max: max_stage_days,
      value: due_days,
      blank: "no due day",
    }),
    waits_for: line({ label: "Waits for", max: max_waits_for, value: waits_for }),
  }
}

const keyOf = (key: string, part: (typeof parts)[number]) => `${part}_${key}`

/** Where a stage goes: before the one that has its new position, if it moves up, and after it, if it moves down. */
function placeOf(place: number | null, stored: number | undefined): number {
  if (place === null) return Number.POSITIVE_INFINITY
  return place === stored ? place : place + (stored !== undefined && place > stored ? 0.5 : -0.5)
}

export const stagesForm = form({
  edits: true,
  open: async ({ tx }) => {
    const firm = await getFirm(tx)
    const stages = stagesOf(firm.settings)
    const blanks = Math.max(0, Math.min(blank_rows, max_stages - stages.length))
    const rows: { key: string; stage: Stage | undefined; fields: Row }[] = [
      ...stages.map((stage, index) => ({ key: stage.id, stage, fields: rowOf(stage, index + 1) })),
      ...Array.from({ length: blanks }, (_, index) => ({
        key: `new${index + 1}`,
        stage: undefined,
        fields: rowOf(undefined, index + 1),
      })),
    ]
    const some = ({ key, fields }: (typeof rows)[number], names: readonly (typeof parts)[number][]) =>
      Object.fromEntries(names.map((part) => [keyOf(key, part), fields[part]]))
    return {
      title: "Stages of a matter",
      fields: Object.assign({}, ...rows.map((row) => some(row, parts))) as Record<string, Field<unknown>>,
      layout: (show) => (
        <>
          <p class="hint">
            For your firm’s own work, beside the status of the questionnaire; clients see none of it. A stage
            with days sets the due day of a matter that enters it. To remove a stage, empty its name.
          </p>
          {rows.map((row) => (
            <fieldset key={row.key} class="grid">
              <legend class="visually-hidden">{row.stage?.name ?? "New stage"}</legend>
              <div class="typed-value">{show(some(row, ["place", "name"]))}</div>
              <div class="typed-value">{show(some(row, ["due_days", "waits_for"]))}</div>
            </fieldset>
          ))}
        </>
      ),
      // Only a change of what is there can be undone.
      state: { Stages: stages.map(({ id }) => id).join(" ") },
      record: { firm, rows },
      submit: "Save the stages",
      cancel: "/console/settings/firm",
    }
  },
  save: async ({ tx }, values, { firm, rows }) => {
    const read = rows.map(({ key, stage }, index) => {
      const value = (part: (typeof parts)[number]) => values[keyOf(key, part)]
      const place = placeOf(value("place") as number | null, stage && index + 1)
      const waits_for = String(value("waits_for"))
      return {
        key,
        stage,
        place,
        name: String(value("name")),
        due_days: value("due_days") as number | null,
        waits_for,
      }
    })
    const counts = await countByStage(tx)
    const faultOf = ({ name, stage }: (typeof read)[number], index: number) => {
      const isTwin = read.slice(0, index).some((other) => other.name.toLowerCase() === name.toLowerCase())
      if (name) return isTwin && "Give each stage a name of its own."
      const count = stage && counts.get(stage.id)
      return count && `Move its ${countText(count, "matter")} to another stage before you remove it.`
    }
    const faults = read.flatMap((row, index) => {
      const message = faultOf(row, index)
      return message ? [{ param: keyOf(row.key, "name"), code: "not_accepted" as const, message }] : []
    })
    if (faults.length > 0) return { faults }
    const stages = read
      .filter(({ name }) => name !== "")
      .toSorted((a, b) => a.place - b.place)
      .map(({ stage, name, due_days, waits_for }) => ({
        id: stage?.id ?? newId("stage"),
        name,
        due_days,
        waits_for,
      }))
    await changeSettings(tx, firm.id, { stages })
    return { done: "stages_changed", about: { record_id: firm.id, label: firm.name } }
  },
})
