// Assumptions about firms' traffic, printed with the result. Everything else in the simulation is measured.

/** Many small firms and few large ones: a lognormal distribution of staff. */
export const firm_size = { median: 4, spread: 1 }
const pages_per_staff_day = 40
const intakes_per_staff_day = 0.1
/** The share of firms with software that polls for news, and how often. */
const firms_with_software = 0.2
const looks_per_hour = 60
/** The busiest hour's share of a day's work, over four time zones; and how much busier a Monday is. */
const busiest_hour = 0.15
const monday = 3

/** A client's requests from the link to the submission. */
const per_intake: Record<string, number> = {
  "interface: create a matter": 1,
  "portal: start": 1,
  "portal: task list": 15,
  "portal: question": 60,
  "portal: answer saved": 120,
  "portal: file of 1 MB": 6,
  "portal: submission": 1,
}
const per_staff_page: Record<string, number> = {
  "console: home": 0.2,
  "console: list of matters": 0.3,
  "console: one matter": 0.5,
}
/** One poll in twenty finds something new. */
const per_look: Record<string, number> = {
  "interface: nothing new (304)": 0.95,
  "interface: page of 100, not cached": 0.05,
  "interface: one matter": 0.05,
}
const events_per_intake = 3
export const files_per_intake_MB = 6

export interface Traffic {
  staff: number
  intakes_per_day: number
  /** Requests per second in the busiest hour of a Monday, by kind. */
  requests: Record<string, number>
  events_per_second: number
}

export const assumptions = [
  `firms: staff by a logarithmic normal distribution, median ${firm_size.median}`,
  `staff: ${pages_per_staff_day} pages of the console and ${intakes_per_staff_day} new intakes each a working day`,
  `clients: an intake is ${Object.entries(per_intake)
    .map(([kind, count]) => `${count} × ${kind.replace(/.*: /, "")}`)
    .join(", ")}`,
  `software: ${firms_with_software * 100} % of firms look for news ${looks_per_hour} times an hour, one in twenty finds some`,
  `events: ${events_per_intake} an intake, each delivered to one endpoint`,
  `the busiest hour holds ${busiest_hour * 100} % of a day; simulated is a Monday, ${monday} times that`,
  "a request takes its turn in one process of a node, then on one core of PostgreSQL; both times scatter exponentially",
]

/** The traffic of this many firms in the busiest hour of a Monday. */
export function trafficOf(firms: number): Traffic {
  const staff = Math.round(firms * firm_size.median * Math.exp(firm_size.spread ** 2 / 2))
  const peak_per_second = (busiest_hour * monday) / 3_600
  const intakes_per_day = staff * intakes_per_staff_day
  const requests: Record<string, number> = {}
  const add = (kinds: Record<string, number>, per_second: number) => {
    for (const [kind, count] of Object.entries(kinds))
      requests[kind] = (requests[kind] ?? 0) + count * per_second
  }
  add(per_intake, intakes_per_day * peak_per_second)
  add(per_staff_page, staff * pages_per_staff_day * peak_per_second)
  add(per_look, (firms * firms_with_software * looks_per_hour) / 3_600)
  const events_per_second = intakes_per_day * events_per_intake * peak_per_second
  return { staff, intakes_per_day, requests, events_per_second }
}
