import { setImmediate as nextTurn } from "node:timers/promises"

/** The largest batch: a larger one would delay the requests it already has results for. */
const max_together = 64

interface Waiting<Ask, Answer> extends PromiseWithResolvers<Answer> {
  ask: Ask
}

/**
 * Batches concurrent requests into one statement: while a statement runs, the next batch collects. `answerAll` returns
 * one result per request, in order. Requests with the same `nameOf` share one result. If a batch fails, all its
 * requests reject, and so do those waiting behind it for the same database.
 */
export function batchQueries<Ask, Answer>(
  answerAll: (requests: readonly Ask[]) => Promise<readonly Answer[]>,
  nameOf: (ask: Ask) => string,
): (ask: Ask) => Promise<Answer> {
  const waiting = new Map<string, Waiting<Ask, Answer>>()
  let is_under_way = false

  /** Removes the next batch from the queue, so that later requests do not share its results. */
  function takeGroup(size: number): Waiting<Ask, Answer>[] {
    const group = [...waiting].slice(0, size)
    for (const [name] of group) waiting.delete(name)
    return group.map(([, one]) => one)
  }

  async function answerWaiting(): Promise<void> {
    is_under_way = true
    while (waiting.size > 0) {
      // Clients that just got a result often send their next request within two turns; it then joins this batch.
      await nextTurn()
      await nextTurn()
      const group = takeGroup(max_together)
      try {
        const answers = await answerAll(group.map(({ ask }) => ask))
        for (const [index, { resolve }] of group.entries()) resolve(answers[index] as Answer)
      } catch (error) {
        for (const { reject } of [...group, ...takeGroup(waiting.size)]) reject(error)
      }
    }
    is_under_way = false
  }

  return (ask) => {
    const name = nameOf(ask)
    const same = waiting.get(name)
    if (same) return same.promise
    const one = { ask, ...Promise.withResolvers<Answer>() }
    waiting.set(name, one)
    if (!is_under_way) void answerWaiting()
    return one.promise
  }
}
