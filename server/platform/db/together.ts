/** Beyond this many one statement would hold up those it could have answered already. */
const max_together = 64

interface Waiting<Ask, Answer> {
  ask: Ask
  resolve(answer: Answer): void
  reject(error: unknown): void
}

/**
 * Lets all who ask in one moment be answered by one statement: while one is under way, the next gathers. `answerAll`
 * gives an answer to each in their order. What fails fails for all of them, and for those who wait for the same
 * database behind them.
 */
export function askTogether<Ask, Answer>(
  answerAll: (requests: readonly Ask[]) => Promise<readonly Answer[]>,
): (ask: Ask) => Promise<Answer> {
  let waiting: Waiting<Ask, Answer>[] = []
  let is_under_way = false

  async function answerWaiting(): Promise<void> {
    is_under_way = true
    while (waiting.length > 0) {
      const group = waiting.slice(0, max_together)
      waiting = waiting.slice(max_together)
      try {
        const answers = await answerAll(group.map(({ ask }) => ask))
        for (const [index, { resolve }] of group.entries()) resolve(answers[index] as Answer)
      } catch (error) {
        const failed = [...group, ...waiting]
        waiting = []
        for (const { reject } of failed) reject(error)
      }
    }
    is_under_way = false
  }

  return (ask) =>
    new Promise((resolve, reject) => {
      waiting.push({ ask, resolve, reject })
      if (waiting.length === 1 && !is_under_way) setImmediate(() => is_under_way || void answerWaiting())
    })
}
