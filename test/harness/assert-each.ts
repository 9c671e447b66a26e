import assert from "node:assert/strict"

/** Compares what `of` reads of each row. */
export function assertEach<Row>(
  rows: readonly Row[] | undefined,
  of: (row: Row, at: number) => unknown,
  expected: readonly unknown[] | undefined,
  message?: string,
): void {
  assert.deepEqual(rows?.map(of), expected, message)
}

/** Fails with the rows that are so. */
export function assertNone<Row>(
  rows: readonly Row[],
  isSo: (row: Row, at: number) => unknown,
  message?: string,
): void {
  assert.deepEqual(rows.filter(isSo), [], message)
}
