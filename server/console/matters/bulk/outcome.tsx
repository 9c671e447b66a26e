import { Banner } from "../../../ui/components/banner.tsx"
import type { PageRequest } from "../../page-request.ts"

/** What became of the matters that were chosen, on its way to the list. */
export interface Outcome {
  /** What was done, for how many; null where nothing could be. */
  done: string | null
  /** What has to be chosen first. */
  problem?: string
  left_out: LeftOut[]
  /** Chosen, but no longer there. */
  lost: number
}

export interface LeftOut {
  why: string
  count: number
  /** Of the first few: it travels in a cookie. */
  names: string[]
}

const max_names = 5
const longest_name = 60

/** Matters that were left out, those with the same reason together. */
export function leftOutOf(refused: readonly { name: string; why: string }[]): LeftOut[] {
  return [...Map.groupBy(refused, ({ why }) => why)].map(([why, matters]) => ({
    why,
    count: matters.length,
    names: matters.slice(0, max_names).map(({ name }) => [...name].slice(0, longest_name).join("")),
  }))
}

/** `1 matter`, `3 matters`. */
export function matterCount(count: number): string {
  return count === 1 ? "1 matter" : `${count} matters`
}

/** The outcome on top of the list it leads back to. */
export function OutcomeBanner({ req: { handed } }: { req: PageRequest }) {
  const outcome = handed.outcome as Outcome | undefined
  if (!outcome) return null
  const { done, problem, left_out, lost } = outcome
  const isWhole = left_out.length === 0 && lost === 0
  return (
    <Banner
      tone={done === null || !isWhole ? "warning" : "success"}
      role="status"
      title={problem ?? done ?? "Nothing was done."}
    >
      {!isWhole && (
        <ul>
          {left_out.map(({ why, count, names }) => (
            <li key={why}>
              Left out, {why}: {names.join(", ")}
              {count > names.length && ` and ${count - names.length} more`}
            </li>
          ))}
          {lost > 0 && <li>{matterCount(lost)} left out: no longer available to you.</li>}
        </ul>
      )}
    </Banner>
  )
}
