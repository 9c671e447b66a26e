/** How many rows one transaction of a clean-up removes at most, so that none holds locks for long. */
export const batch = 2_000

/** Runs `remove`, which removes up to `batch` rows and says how many, until it finds no more; returns how many in all. */
export async function inBatches(remove: () => Promise<number>): Promise<number> {
  let removed = 0
  let last: number
  do {
    last = await remove()
    removed += last
  } while (last === batch)
  return removed
}
