/** What the bar above a review says, on the server and while lines are accepted in the browser. */
export function progressText({ accepted, lines }: { accepted: number; lines: number }): string {
  return accepted === lines ? `All ${lines} lines are accepted.` : `${accepted} of ${lines} lines accepted.`
}
