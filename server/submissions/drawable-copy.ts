import type { Copy, CopyRow } from "./copy-shape.ts"
import { drawableText } from "./drawable-text.ts"

/** The copy as the fonts can draw it. */
export function drawable(copy: Copy, canDraw: (character: string) => boolean): Copy {
  const shown = (text: string) => drawableText(text, canDraw)
  const rows = (all: readonly CopyRow[]) =>
    all.map((row) => ({ ...row, label: shown(row.label), value: shown(row.value) }))
  return {
    ...copy,
    firm_name: shown(copy.firm_name),
    subject: shown(copy.subject),
    ...(copy.running !== undefined && { running: shown(copy.running) }),
    facts: rows(copy.facts),
    sections: copy.sections.map((section) => ({
      ...section,
      title: shown(section.title),
      groups: section.groups.map((group) => ({
        ...group,
        title: group.title && shown(group.title),
        rows: rows(group.rows),
      })),
    })),
  }
}

/** Everything that a copy says. */
export function* textsOf({ firm_name, subject, running = "", facts, sections }: Copy): Generator<string> {
  yield firm_name
  yield subject
  yield running
  for (const { label, value } of facts) yield `${label}${value}`
  for (const section of sections) {
    yield section.title
    for (const group of section.groups) {
      yield group.title ?? ""
      for (const { label, value } of group.rows) yield `${label}${value}`
    }
  }
}
