/** Exact decimals are strings (`-12.50`), so clients' numbers and amounts never pass through floating point. */

const decimal = /^(-?)(\d+)(?:\.(\d+))?$/

export function isDecimal(text: string): text is `${number}` {
  return decimal.test(text)
}

/** Negative, zero or positive as `a` is less than, equal to or more than `b`; undefined unless both are decimals. */
export function compareDecimals(a: string, b: string): number | undefined {
  const left = decimal.exec(a)
  const right = decimal.exec(b)
  if (!left || !right) return undefined
  const places = Math.max(left[3]?.length ?? 0, right[3]?.length ?? 0)
  const difference = scaled(left, places) - scaled(right, places)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** The sum, with as many decimal places as the more precise operand; throws if either is not a decimal. */
export function addDecimals(a: string, b: string): string {
  const [left, right] = [decimal.exec(a), decimal.exec(b)]
  if (!left || !right) throw new Error("Only decimals can be added.")
  const places = Math.max(left[3]?.length ?? 0, right[3]?.length ?? 0)
  const sum = scaled(left, places) + scaled(right, places)
  const digits = String(sum < 0n ? -sum : sum).padStart(places + 1, "0")
  const whole = digits.slice(0, digits.length - places)
  return `${sum < 0n ? "-" : ""}${whole}${places > 0 ? `.${digits.slice(-places)}` : ""}`
}

function scaled([, sign, whole = "0", fraction = ""]: RegExpExecArray, places: number): bigint {
  const digits = BigInt(whole + fraction.padEnd(places, "0"))
  return sign ? -digits : digits
}
