import { tooMany } from "../../errors.ts"

/** Whose file it is. */
export interface Sender {
  firm_id: string
  user_id: string
}

export interface Places {
  all: number
  of_firm: number
  of_sender: number
  /** How many of one sender may wait beside those that run. */
  waiting_of_sender: number
}

const too_many =
  "You sent more files at once than can be checked. Wait until the ones before are there, and send this one again."
/** Reading one takes some seconds. */
const retry_after_s = 10

interface Waiting {
  sender: Sender
  start: () => void
}

/**
 * A line for work that only so many may do at once. A free place goes to the firm that has the fewest, then to the one
 * that has waited longest for a turn, and within a firm to its people in the same way: whoever sends much waits for
 * themselves, and whoever sends more than may wait is refused with "too many".
 */
export function openFairLine(places: Places) {
  const waiting: Waiting[] = []
  const running: Sender[] = []
  /** The last turn of each firm and sender, until nobody sends anything. */
  const turns = new Map<string, number>()
  let turn = 0
  const runningOf = (key: keyof Sender, sender: Sender) =>
    running.filter((other) => other[key] === sender[key]).length
  const mayStart = ({ sender }: Waiting) =>
    running.length < places.all &&
    runningOf("firm_id", sender) < places.of_firm &&
    runningOf("user_id", sender) < places.of_sender
  const rank = ({ sender }: Waiting) => [
    runningOf("firm_id", sender),
    turns.get(sender.firm_id) ?? 0,
    turns.get(sender.user_id) ?? 0,
  ]

  function advance(): void {
    const next = waiting.filter(mayStart).reduce<Waiting | undefined>((best, one) => {
      if (!best) return one
      const [bestRank, ownRank] = [rank(best), rank(one)]
      const at = ownRank.findIndex((value, index) => value !== bestRank[index])
      return at >= 0 && (ownRank[at] ?? 0) < (bestRank[at] ?? 0) ? one : best
    }, undefined)
    if (!next) return
    waiting.splice(waiting.indexOf(next), 1)
    turn += 1
    turns.set(next.sender.firm_id, turn).set(next.sender.user_id, turn)
    running.push(next.sender)
    next.start()
    advance()
  }

  return async function inLine<Result>(sender: Sender, work: () => Promise<Result>): Promise<Result> {
    const own = waiting.filter((other) => other.sender.user_id === sender.user_id).length
    if (own >= places.waiting_of_sender) throw tooMany("too_many_files", too_many, retry_after_s)
    await new Promise<void>((start) => {
      waiting.push({ sender, start })
      advance()
    })
    try {
      return await work()
    } finally {
      running.splice(running.indexOf(sender), 1)
      if (running.length === 0 && waiting.length === 0) turns.clear()
      advance()
    }
  }
}
