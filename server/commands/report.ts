import type { Finding } from "../operations/system/finding.ts"

/** Prints a finding, and raises the exit code to what it means. */
export function report({
  topic,
  ok,
  severity = "warning",
  sentence,
}: Omit<Finding, "severity"> & { severity?: Outcome }) {
  const [label, code] = ok ? (["ok     ", 0] as const) : outcomes[severity]
  console.log(`${label}  ${topic}: ${sentence}`)
  process.exitCode = Math.max(Number(process.exitCode ?? 0), code)
}

type Outcome = keyof typeof outcomes

const outcomes = {
  todo: ["todo   ", 0],
  warning: ["warning", 1],
  broken: ["BROKEN ", 2],
} as const
