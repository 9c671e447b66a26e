// Lists the library's questions in pages. The surrounding form carries the selection from page to page.
import { kinds } from "../../../../definition/kinds.ts"
import { textIn } from "../../../../definition/text.ts"
import { countText } from "../../../../platform/text/count-text.ts"
import { faultAt, type RefusedForm } from "../../../../web/console/page-request.ts"
import { Button } from "../../../../web/ui/components/button.tsx"
import { Card } from "../../../../web/ui/components/card.tsx"
import { CheckboxGroup } from "../../../../web/ui/components/choice.tsx"
import type { LibraryArea } from "../../library.ts"

export const max_on_a_page = 50

/** The questions of one page, still grouped by area. */
export function pageOf(found: readonly LibraryArea[], offset: number): LibraryArea[] {
  const on = new Set(
    found.flatMap(({ questions }) => questions.map(({ id }) => id)).slice(offset, offset + max_on_a_page),
  )
  return found
    .map((each) => ({ ...each, questions: each.questions.filter(({ id }) => on.has(id)) }))
    .filter(({ questions }) => questions.length > 0)
}

export function AreaCard({
  area,
  title,
  questions,
  typed,
}: LibraryArea & { typed: RefusedForm | undefined }) {
  return (
    <Card>
      <CheckboxGroup
        id={`keys_${area}`}
        name="keys"
        label={textIn(title, "en")}
        error={faultAt(typed, `keys_${area}`)}
        values={typed?.form.keys ?? []}
        options={questions.map(({ id, prompt, type, help, why }) => ({
          value: id,
          label: textIn(prompt, "en"),
          hint: (
            <>
              {[kinds[type].label, textIn(help, "en"), textIn(why, "en")].filter(Boolean).join(" · ")}
              {id.startsWith("bank_question_") && (
                <>
                  {" · "}
                  <a
                    href={`/console/questionnaires/library/${id}`}
                    aria-label={`Edit ${textIn(prompt, "en")}`}
                  >
                    Edit
                  </a>
                </>
              )}
            </>
          ),
        }))}
      />
    </Card>
  )
}

/** Uses buttons, because links would lose the selection. */
export function TurnPages({ current, pages, count }: { current: number; pages: number; count: number }) {
  if (pages === 1) return null
  const turn = (page: number, words: string) =>
    page >= 1 &&
    page <= pages && (
      <Button variant="secondary" name="look" value={String(page)}>
        {words}
      </Button>
    )
  return (
    <nav class="row" aria-label="Pages of the library">
      {turn(current - 1, "Previous page")}
      <span>{`Page ${current} of ${pages}, ${countText(count, "question")}`}</span>
      {turn(current + 1, "Next page")}
    </nav>
  )
}
