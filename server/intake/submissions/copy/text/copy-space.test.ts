import assert from "node:assert/strict"
import { test } from "node:test"
import { spaceOfContent, spaceOfRow } from "./copy-space.ts"

type Pdf = Parameters<typeof spaceOfRow>[0]
type Group = NonNullable<Parameters<typeof spaceOfContent>[1]>

/** Each character is a line of one point. */
const doc = {
  page: { width: 612 },
  font: () => doc,
  fontSize: () => doc,
  heightOfString: (text: string) => text.length,
} as unknown as Pdf

test("a row keeps its entire label together, and of a long answer only the beginning", () => {
  const space = (label: number, value: number) =>
    spaceOfRow(doc, { label: "x".repeat(label), value: "y".repeat(value) })
  const below = space(1, 1) - 1
  assert.deepEqual([space(100, 5) - below, space(5, 20) - below, space(5, 400) - below], [100, 20, 70])
})

test("a figure needs its height, and less once it shrinks to the page", () => {
  const space = (width: number, height: number) =>
    spaceOfContent(doc, { figure: { width, height } } as unknown as Group)
  assert.equal(space(100, 90) - space(100, 0), 90)
  assert.equal(space(1_000, 90) - space(1_000, 0), 2 * (space(2_000, 90) - space(2_000, 0)))
  assert.ok(space(1_000, 90) < space(100, 90))
})
