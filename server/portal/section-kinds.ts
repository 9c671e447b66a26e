import type {
  AssetsSection,
  ClientsSection,
  DocumentsSection,
  PeopleSection,
  QuestionsSection,
  RolesSection,
  SectionKind,
} from "../definition/definition.ts"
import { assetsPages } from "./assets/assets.ts"
import { clientsPages } from "./clients/clients.ts"
import { documentsPages } from "./documents/documents.ts"
import { peoplePages } from "./people/people.tsx"
import { questionsPages } from "./questions/questions.tsx"
import { rolesPages } from "./roles/roles.tsx"
import type { SectionPages } from "./section.tsx"

/** Which pages each kind of section has. */
export const sectionKinds: {
  clients: SectionPages<ClientsSection>
  people: SectionPages<PeopleSection>
  roles: SectionPages<RolesSection>
  assets: SectionPages<AssetsSection>
  documents: SectionPages<DocumentsSection>
  questions: SectionPages<QuestionsSection>
} = {
  clients: clientsPages,
  people: peoplePages,
  roles: rolesPages,
  assets: assetsPages,
  documents: documentsPages,
  questions: questionsPages,
}

/** The pages of a kind. Each entry of the table takes sections of its own kind, which its key guarantees. */
export function pagesOf(kind: SectionKind): SectionPages {
  return sectionKinds[kind] as SectionPages
}
