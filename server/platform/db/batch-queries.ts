import { setImmediate as nextTurn } from "node:timers/promises"

/** Beyond this many one statement would hold up those it could have answered already. */
const max_together = 64

interface Waiting<Ask, Answer> extends PromiseWithResolvers<Answer> {
  ask: Ask
}

/**
 * Lets all who ask in one moment be answered by one statement: while one is under way, the next gathers. `answerAll`
 * gives an answer to each in their order. Who asks the same, by `nameOf`, shares a place and its answer. What fails
 * fails for all of them, and for those who wait for the same database behind them.
 */
export function batchQueries<Ask, Answer>(
  answerAll: (requests: readonly Ask[]) => Promise<readonly Answer[]>,
  nameOf: (ask: Ask) => string,
): (ask: Ask) => Promise<Answer> {
  const waiting = new Map<string, Waiting<Ask, Answer>>()
  let is_under_way = false

  /** Takes the next out of those who wait: who asks the same from now on wants to know it anew. */
  function takeGroup(size: number): Waiting<Ask, Answer>[] {
    const group = [...waiting].slice(0, size)
    for (const [name] of group) waiting.delete(name)
    return group.map(([, one]) => one)
  }

  async function answerWaiting(): Promise<void> {
    is_under_way = true
    while (waiting.size > 0) {
      // Whoever was answered last asks again within two turns of the event loop, and shares the statement then.
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
