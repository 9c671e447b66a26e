import { type Way, ways } from "../../notifications/preferences.ts"
import type { NotificationKind } from "../../notifications/rules.ts"
import { DataTable } from "../../ui/components/data-table.tsx"
import { kindWords } from "./kind-words.ts"

export const wayWords: Record<Way, string> = {
  email: "In Foyer and by email at once",
  digest: "In Foyer and in the daily summary",
  foyer: "In Foyer only",
  none: "Not at all",
}

const headings: Record<Way, string> = {
  email: "Email at once",
  digest: "Daily summary",
  foyer: "In Foyer only",
  none: "Not at all",
}

export interface WayTableProps {
  kinds: readonly NotificationKind[]
  /** The others are shown as switched off by the firm. */
  offered: readonly NotificationKind[]
  chosen: Record<NotificationKind, string>
  fault: (kind: NotificationKind) => string | undefined
}

/** One row for each kind, one column for each way; on phones the ways of a kind stand below each other. */
export function WayTable({ kinds, offered, chosen, fault }: WayTableProps) {
  return (
    <div class="notify-ways">
      <DataTable
        caption="What you are notified of, and how"
        columns={[
          { key: "kind", label: "When", primary: true },
          ...ways.map((way) => ({ key: way, label: headings[way], narrow: true })),
        ]}
        rows={kinds.map((kind) => {
          const isOffered = offered.includes(kind)
          return {
            id: `row-${kind}`,
            cells: {
              kind: <Kind kind={kind} isOffered={isOffered} fault={fault(kind)} />,
              ...Object.fromEntries(
                ways.map((way, index) => [
                  way,
                  <WayChoice
                    id={index === 0 ? kind : `${kind}-${way}`}
                    kind={kind}
                    way={way}
                    isChosen={isOffered ? chosen[kind] === way : way === "none"}
                    isOffered={isOffered}
                  />,
                ]),
              ),
            },
          }
        })}
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
        {props.isOffered ? hint : "Your firm’s notification rules switch this off for everyone."}
      </p>
      {props.fault && <p class="field-error">{props.fault}</p>}
    </>
  )
}

interface WayChoiceProps {
  id: string
  kind: NotificationKind
  way: Way
  isChosen: boolean
  isOffered: boolean
}

function WayChoice({ id, kind, way, isChosen, isOffered }: WayChoiceProps) {
  return (
    <label class="notify-way">
      <input
        class="choice-input"
        type="radio"
        id={id}
        name={kind}
        value={way}
        checked={isChosen}
        disabled={!isOffered}
        aria-label={`${kindWords[kind].label}: ${headings[way]}`}
      />
      <span class="notify-way-label">{headings[way]}</span>
    </label>
  )
}
