import { answerKey } from "../../../../definition/conditions/conditions.ts"
import { findSectionOf } from "../../../../definition/parts.ts"
import type { PageRequest } from "../../../../web/portal/page-request.ts"
import { sectionUrl } from "../../../../web/portal/sections/section.tsx"
import type { View } from "../../../../web/portal/view.tsx"
import { PageHeading } from "../../../../web/ui/components/page-heading.tsx"
import { findPlanned } from "../../../answers/portal/questions.ts"
import { roleFor } from "../../../submissions/missing/missing-sentences.ts"
import type { Reference } from "../../removal.ts"

/** Lists where a person is still named, with links to choose someone else; each page returns to the removal at `own`. */
export async function stillNamed(
  req: PageRequest,
  name: string,
  services: readonly Reference[],
  { own, list }: { own: string; list: string },
): Promise<View> {
  const { words, lang } = req
  const title = words.people.serves_title(name)
  const people = await req.loaded.people()
  return {
    title,
    back: { href: list },
    body: (
      <>
        <PageHeading title={title} lede={words.people.serves} />
        <ul class="link-list">
          {services.map((service) => {
            const { kind, id, about } = service
            const client = people.find((person) => person.id === about)
            const text = `${words.people.served_as[kind]}: ${roleFor(service.label, client?.full_name, lang)}`
            const location = locationOf(req, service)
            return (
              <li key={answerKey(id, about)}>
                {location ? (
                  <a href={withReturn(location, own)}>{text}</a>
                ) : (
                  <>
                    {text}
                    <div class="hint">{words.people.served_unasked}</div>
                  </>
                )}
              </li>
            )
          })}
        </ul>
      </>
    ),
  }
}

function withReturn({ url, field }: FieldLocation, own: string): string {
  return `${url}?${new URLSearchParams({ return: own })}#${field}`
}

interface FieldLocation {
  url: string
  field: string
}

/** The page and field that name the person; undefined if the field does not show now. */
function locationOf(req: PageRequest, { kind, id, part_id, about }: Reference): FieldLocation | undefined {
  const section = findSectionOf(req.definition, part_id)
  if (!section || !req.visible.has(kind === "answer" ? answerKey(id, about) : part_id)) return undefined
  const at = (path: string, field: string) => ({ url: sectionUrl(section.id, path), field })
  switch (kind) {
    case "role":
      return at(about ? `${id}/${about}` : id, "level_1")
    case "beneficiary":
      return at(`${id}/beneficiaries`, "primary")
    case "answer": {
      if (section.kind !== "questions") return undefined
      const planned = findPlanned(section.questions, req.facts.clients, { question_id: id, about })
      return planned && at(planned.path, id)
    }
    default:
      return kind satisfies never
  }
}
