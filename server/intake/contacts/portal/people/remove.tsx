import type { PageRequest } from "../../../portal/page-request.ts"
import { removalPage } from "../../../portal/sections/removal-page.tsx"
import { type SectionPage, sectionUrl } from "../../../portal/sections/section.tsx"
import { removeContact } from "../../removal.ts"
import { type Naming, saveNaming, showNaming } from "../naming/naming-page.tsx"
import { going, placesNaming } from "../naming/places.ts"
import { clearAt } from "../naming/replacing.ts"

interface PersonRemoval {
  section_id: string
  path: string
  person: Naming["person"]
  title: string
  /** The page it leads to, in the same section. */
  next: string
}

/** Confirms a person's removal, and asks who takes over where the person is still named. */
export function removePage(
  { words }: PageRequest,
  { section_id, path, person, title, next }: PersonRemoval,
): SectionPage {
  const { id, name } = person
  const back = sectionUrl(section_id, next)
  const page = removalPage({
    path,
    title,
    lede: words.people.remove_text,
    submit: words.people.remove(name),
    keep: words.people.keep(name),
    back,
    done: { key: "person_removed", name },
    also: async (req) => going(await placesNaming(req, id)).map(({ text }) => text),
    remove: async (req) => {
      for (const place of await placesNaming(req, id)) if (place.goes_too) await clearAt(req, place, id)
      await removeContact(req.tx, id)
    },
  })
  const naming: Naming = {
    person,
    title: words.people.serves_title(name),
    lede: words.people.serves,
    submit: words.people.naming.save_and_remove(name),
    back,
    may_stay: false,
  }
  const isNamed = async (req: PageRequest) => (await placesNaming(req, id)).some(({ goes_too }) => !goes_too)
  return {
    ...page,
    show: async (req, request) =>
      (await isNamed(req)) ? showNaming(req, request, naming) : page.show(req, request),
    save: async (req, request) => {
      const again = (await isNamed(req)) ? await saveNaming(req, request, naming) : undefined
      if (again) return again
      return page.save?.(req, request) ?? { to: back }
    },
  }
}
