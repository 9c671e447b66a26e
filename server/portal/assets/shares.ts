// Beneficiaries' shares, calculated in integer hundredths of a percent so that sums and splits are exact.

const hundred_percent = 10_000

/** `50`, `33.33`, `33,3 %` as `"33.30"`; undefined unless it is a percentage from 0 to 100. */
export function readShare(typed: string): string | undefined {
  const found = /^(\d{1,3})(?:[.,](\d{1,2}))?\s*%?$/.exec(typed.trim())
  if (!found) return undefined
  const [, digits = "0", fraction = ""] = found
  const share = `${Number(digits)}.${fraction.padEnd(2, "0")}`
  return hundredths(share) <= hundred_percent ? share : undefined
}

/** 100 percent in `count` parts as equal as possible; the remainder goes to the first ones. */
export function splitEqually(count: number): string[] {
  const part = Math.floor(hundred_percent / count)
  const left = hundred_percent - part * count
  return Array.from({ length: count }, (_, index) => inPercent(part + (index < left ? 1 : 0)))
}

/** What these shares leave of 100 percent; undefined if nothing. */
export function restOf(shares: readonly string[]): string | undefined {
  const left = hundred_percent - shares.reduce((sum, share) => sum + hundredths(share), 0)
  return left > 0 ? inPercent(left) : undefined
}

/** The sum of shares, in percent with two decimals. */
export function totalOf(shares: readonly string[]): string {
  return inPercent(shares.reduce((sum, share) => sum + hundredths(share), 0))
}

export const complete = inPercent(hundred_percent)

interface Share {
  level: "primary" | "contingent"
  share: string
}

/** Whether the shares of any level that has beneficiaries do not add up to 100 percent. */
export function hasIncompleteShares(beneficiaries: readonly Share[]): boolean {
  return (["primary", "contingent"] as const).some((level) => {
    const shares = beneficiaries.filter((each) => each.level === level).map(({ share }) => share)
    return shares.length > 0 && totalOf(shares) !== complete
  })
}

function hundredths(share: string): number {
  const [units = "0", fraction = ""] = share.split(".")
  return Number(units) * 100 + Number(fraction.padEnd(2, "0"))
}

function inPercent(value: number): string {
  return `${Math.floor(value / 100)}.${String(value % 100).padStart(2, "0")}`
}
