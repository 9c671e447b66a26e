import { displayMoney } from "../../../definition/values/amounts.ts"
import { dateIn, displayDate } from "../../../definition/values/dates.ts"
import { ownersInWords } from "../../../intake/assets/owners.ts"
import type { OwnedAsset } from "../../../intake/assets/schema.ts"
import { splitInsurance, totalOf } from "../../../intake/assets/totals.ts"
import type { CopyRow, CopyTable } from "../../../intake/submissions/copy/copy-shape.ts"

/** The assets and their values, with totals. */
export function assetTable(
  assets: readonly OwnedAsset[],
  titles: Readonly<Record<string, string>>,
): CopyTable {
  const { credit_total, debit_total, net_total } = totalOf(assets)
  return {
    columns: [
      { label: "Asset", part: 5 },
      { label: "Owner", part: 5 },
      { label: "Value", part: 3, align: "right" },
      { label: "Owed", part: 3, align: "right" },
      { label: "Net", part: 3, align: "right" },
    ],
    rows: assets.map((asset) => [
      [asset.identifier_value || "Not named", titles[asset.for_fin_category] ?? ""]
        .filter(Boolean)
        .join("\n"),
      ownersInWords(asset),
      displayMoney(asset.credit_value),
      displayMoney(asset.debit_value),
      displayMoney(asset.net_value),
    ]),
    total: ["Total", "", displayMoney(credit_total), displayMoney(debit_total), displayMoney(net_total)],
  }
}

/** The net worth without life insurance, whose face value is paid only after a death; nothing where there is none. */
export function insuranceRows(assets: readonly OwnedAsset[]): CopyRow[] {
  const { insurance, other } = splitInsurance(assets)
  if (insurance === undefined) return []
  return [
    { label: "Life insurance, face value", value: displayMoney(insurance.net_total) },
    { label: "Net worth without it", value: displayMoney(other.net_total) },
  ]
}

/** The files and the purpose of each. */
export function fileTable(
  files: readonly { what: string; filename: string; uploaded_at: string }[],
  time_zone: string,
): CopyTable {
  return {
    columns: [
      { label: "Purpose", part: 3 },
      { label: "File", part: 4 },
      { label: "Sent", part: 2 },
    ],
    rows: files.map(({ what, filename, uploaded_at }) => [
      what,
      filename,
      displayDate(dateIn(time_zone, new Date(uploaded_at)), "en"),
    ]),
  }
}
