import type { Field } from "../../../web/console/forms/field.ts"
import { shownIn } from "../../../web/console/forms/form-page.tsx"
import { faultAt, type RefusedForm } from "../../../web/console/page-request.ts"
import { type Column, DataTable } from "../../../web/ui/components/data-table.tsx"
import type { NotificationKind } from "../rules.ts"
import { kindWords } from "./kind-words.ts"

/** The value shown for a kind that the firm has turned off. */
const off = "none"

export interface KindTableProps {
  caption: string
  /** The options, in the order of their columns. */
  options: readonly { value: string; label: string }[]
  kinds: readonly NotificationKind[]
  /** Those the member may choose for; the other kinds show as turned off by the firm. */
  fields: Partial<Record<NotificationKind, Field<string>>>
  refused: RefusedForm | undefined
}

/** One row per kind and one column per option; on phones the options of a kind are stacked. */
export function KindTable({ caption, options, kinds, fields, refused }: KindTableProps) {
  const chosenFor = (kind: NotificationKind) =>
    fields[kind] ? shownIn(kind, fields[kind], refused).at(-1) : off
  return (
    <div class="notify-ways">
      <DataTable
        caption={caption}
        columns={[
          {
            label: "When",
            primary: true,
            cell: (kind) => <Kind kind={kind} isOffered={kind in fields} fault={faultAt(refused, kind)} />,
          },
          ...options.map(
            ({ value, label }, index): Column<NotificationKind> => ({
              label,
              narrow: true,
              cell: (kind) => (
                <OptionButton
                  id={index === 0 ? kind : `${kind}-${value}`}
                  kind={kind}
                  value={value}
                  label={label}
                  isChosen={value === chosenFor(kind)}
                  isOffered={kind in fields}
                />
              ),
            }),
          ),
        ]}
        records={kinds}
        id={(kind) => `row-${kind}`}
      />
    </div>
  )
}

function Kind(props: { kind: NotificationKind; isOffered: boolean; fault: string | undefined }) {
  const { label, hint } = kindWords[props.kind]
  return (
    <>
      {label}
      <p class="cell-note">
        {props.isOffered ? hint : "Your firm’s notification rules turn this off for everyone."}
      </p>
      {props.fault && <p class="field-error">{props.fault}</p>}
    </>
  )
}

interface OptionButtonProps {
  id: string
  kind: NotificationKind
  value: string
  label: string
  isChosen: boolean
  isOffered: boolean
}

function OptionButton({ id, kind, value, label, isChosen, isOffered }: OptionButtonProps) {
  return (
    <label class="notify-way">
      <input
        class="choice-input"
        type="radio"
        id={id}
        name={kind}
        value={value}
        checked={isChosen}
        disabled={!isOffered}
        aria-label={`${kindWords[kind].label}: ${label}`}
      />
      <span class="notify-way-label">{label}</span>
    </label>
  )
}
