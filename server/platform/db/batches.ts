/** The most rows a clean-up removes in one transaction, so that none holds locks for long. */
export const batch = 2_000

/** Calls `remove`, which removes up to `batch` rows and returns how many, until none are left; returns the total. */
export async function inBatches(remove: () => Promise<number>): Promise<number> {
  let removed = 0
  let last: number
  do {
    last = await remove()
    removed += last
  } while (last === batch)
  return removed
}
