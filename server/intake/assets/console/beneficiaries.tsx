import type { Names } from "../../../definition/people/names.ts"
import type { Asset } from "../schema.ts"
import { percent } from "../totals.ts"

/** The primary beneficiaries of an asset, then the contingent ones. */
export function Beneficiaries({ asset, names }: { asset: Asset; names: Names }) {
  if (!asset.beneficiaries || asset.beneficiaries.length === 0)
    return <span class="cell-note">Not specified</span>
  return (
    <>
      {(["primary", "contingent"] as const).map((level) => {
        const people = (asset.beneficiaries ?? []).filter((one) => one.level === level)
        if (people.length === 0) return null
        return (
          <span class={level === "primary" ? "cell-line" : "cell-line cell-note"} key={level}>
            {level === "contingent" && "Else "}
            {people
              .map(({ contact, share }) => `${names[contact] || "Someone"} ${percent(share)}`)
              .join(", ")}
          </span>
        )
      })}
    </>
  )
}
