import type { Asset } from "../../../assets/schema.ts"
import type { Names } from "../names.ts"

/** Whom an asset goes to, and who comes next. */
export function Beneficiaries({ asset, names }: { asset: Asset; names: Names }) {
  if (!asset.beneficiaries || asset.beneficiaries.length === 0) return <span class="cell-note">Not said</span>
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

/** `33.33` as `33.33%`, `50.00` as `50%`. */
export function percent(share: string): string {
  return `${share.replace(/\.00$/, "")}%`
}
