/** What the bar above a review says, on the server and while lines are accepted in the browser. */
export function progressText(count: { accepted: number; lines: number; unseen: number }): string {
  const { accepted, lines, unseen } = count
  const text =
    accepted === lines ? `All ${lines} lines are accepted.` : `${accepted} of ${lines} lines accepted.`
  if (unseen === 0) return text
  return `${text} ${unseen === 1 ? "1 change" : `${unseen} changes`} not seen yet.`
}
