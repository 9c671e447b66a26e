// A drawn signature, stored as lines of points in a field of fixed size. Browsers send only numbers, never images, and
// every output draws the lines itself.

export const field_width = 600
export const field_height = 200

const max_strokes = 200
const max_points = 5_000

export type Strokes = readonly (readonly (readonly [x: number, y: number])[])[]

/** How many more lines a drawing takes. */
export function linesLeft(strokes: Strokes): number {
  return max_strokes - strokes.length
}

/** How many more points it takes, in all lines together. */
export function pointsLeft(strokes: Strokes): number {
  return max_points - strokes.reduce((count, stroke) => count + stroke.length, 0)
}

/** Parses the drawing that a browser sent; null if nothing was drawn, undefined if it is malformed. */
export function parseStrokes(text: string): Strokes | null | undefined {
  if (text.trim() === "") return null
  const value = parseJson(text)
  if (!Array.isArray(value) || linesLeft(value) < 0) return undefined
  if (!value.every((stroke) => Array.isArray(stroke) && stroke.every(isPoint))) return undefined
  const strokes = (value as Strokes).filter((stroke) => stroke.length > 1)
  if (pointsLeft(strokes) < 0) return undefined
  return strokes.length > 0 ? strokes : null
}

function parseJson(text: string): unknown {
  try {
    return text.length > 200_000 ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

function isPoint(point: unknown): boolean {
  if (!Array.isArray(point) || point.length !== 2) return false
  const [x, y] = point as unknown[]
  return isWithin(x, field_width) && isWithin(y, field_height)
}

function isWithin(value: unknown, max: number): boolean {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= max
}

/** The points of a line in the format of an SVG polyline. */
export function pointsOf(stroke: Strokes[number]): string {
  return stroke.map(([x, y]) => `${x},${y}`).join(" ")
}
