import type { Kind } from "./kind.ts"

/** Its answer is uploaded, and lists the filenames. */
export const file: Kind = {
  label: "File",
  control: "file",
  comparedAs: "presence",
  missing: "document_missing",
  isCounted: true,
  samples: () => [],
}

/** It has no answer. */
export const notice: Kind = {
  label: "Notice, no answer",
  control: "notice",
  comparedAs: "nothing",
  samples: () => [],
}
