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

/** `certain` says whose child, parent, sibling; `loose` a former couple; `unsure` that the one between is not known. */
export interface Line {
  kind: "certain" | "loose" | "unsure"
  points: readonly (readonly [x: number, y: number])[]
}
