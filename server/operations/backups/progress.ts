export type OnProgress = (progress: { part: "tables" | "files"; done: number; of: number }) => void
