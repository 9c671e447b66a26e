// Within how many working days a firm promises clients a reply to a submission.

/** The values a firm can choose; 0 promises nothing. */
export const replyDays = [0, 1, 2, 3, 5, 10, 15] as const

/** Returns the firm's promise in working days; 0 if it promises nothing. */
export function replyDaysOf({ settings }: { settings: Record<string, unknown> }): number {
  return replyDays.find((days) => days === settings.reply_days) ?? 0
}

/** Returns the date, YYYY-MM-DD, that is `days` working days later. Saturdays and Sundays do not count. */
export function addWorkingDays(date: string, days: number): string {
  const day = new Date(`${date}T00:00:00Z`)
  for (let left = days; left > 0; ) {
    day.setUTCDate(day.getUTCDate() + 1)
    if (day.getUTCDay() % 6 !== 0) left -= 1
  }
  return day.toISOString().slice(0, 10)
}
