import type { Section } from "../../../../definition/definition.ts"

/** Labels of section kinds in the builder. */
export const kindWords: Record<Section["kind"], string> = {
  clients: "Clients",
  people: "People",
  roles: "Roles",
  assets: "Assets",
  documents: "Documents",
  questions: "Questions",
}
