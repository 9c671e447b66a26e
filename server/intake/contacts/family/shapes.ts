import type { Branch } from "./relatives.ts"

export interface Box {
  id: string
  branch: Branch
  is_apart: boolean
  x: number
  y: number
  width: number
  height: number
}

/**
 * `certain`: a recorded parent, child, sibling or couple; `loose`: a former or separated couple; `unsure`: the relative
 * in between is not recorded.
 */
export interface Line {
  kind: "certain" | "loose" | "unsure"
  points: readonly (readonly [x: number, y: number])[]
}
