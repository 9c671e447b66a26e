/** The time, injected so that tests can set it. Everything inside a transaction reads `tx.now` instead. */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()
