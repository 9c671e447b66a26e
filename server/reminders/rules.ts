// When clients are reminded without anybody asking: a choice of the firm, off until it is made.

export interface ReminderRules {
  by_schedule: boolean
  /** Days without anything from the client before the first one. */
  first_after_days: number
  /** Days between one and the next. */
  then_every_days: number
  /** How many each client gets by schedule, ever. */
  at_most: number
}

export const usual_rules: ReminderRules = {
  by_schedule: false,
  first_after_days: 7,
  then_every_days: 7,
  at_most: 3,
}

/** What each number may be. */
export const ranges = {
  first_after_days: { from: 1, to: 90 },
  then_every_days: { from: 1, to: 90 },
  at_most: { from: 1, to: 12 },
} as const
export type RuleNumber = keyof typeof ranges

/** The rules a firm has chosen, among its settings. */
export function reminderRulesOf(settings: Readonly<Record<string, unknown>>): ReminderRules {
  const chosen = (settings.reminders ?? {}) as Partial<Record<keyof ReminderRules, unknown>>
  const number = (name: RuleNumber) =>
    isInRange(name, chosen[name]) ? Number(chosen[name]) : usual_rules[name]
  return {
    by_schedule: chosen.by_schedule === true,
    first_after_days: number("first_after_days"),
    then_every_days: number("then_every_days"),
    at_most: number("at_most"),
  }
}

export function isInRange(name: RuleNumber, value: unknown): boolean {
  const { from, to } = ranges[name]
  return Number.isInteger(value) && Number(value) >= from && Number(value) <= to
}
