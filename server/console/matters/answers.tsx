import { listWithSensitivity } from "../../answers/listing.ts"
import type { Answer } from "../../answers/schema.ts"
import { recordSensitiveRead } from "../../audit/audit.ts"
import { listContacts } from "../../contacts/contacts.ts"
import { questionsOf } from "../../definition/parts.ts"
import { displayValue } from "../../definition/values.ts"
import { definitionOf } from "../../matters/definition.ts"
import { notFound } from "../../platform/errors.ts"
import { Button } from "../../ui/components/button.tsx"
import { Card } from "../../ui/components/card.tsx"
import { EmptyState } from "../../ui/components/empty-state.tsx"
import { SummaryList } from "../../ui/components/summary-list.tsx"
import type { PageRequest } from "../page-request.ts"
import type { Redirect, View } from "../view.tsx"
import { type FixUrl, fixUrlOf } from "./corrections/asking.tsx"
import { frameOf, openMatter } from "./frame.tsx"
import { type Names, namesOf } from "./names.ts"
import { requireMatter } from "./require-matter.ts"

type Listed = Answer & { sensitive?: boolean }

export async function answersPage(req: PageRequest): Promise<View> {
  const matter = await openMatter(req)
  const [answers, contacts] = await Promise.all([
    listWithSensitivity(req.tx, req.parts.ring, matter.id),
    listContacts(req.tx, matter.id),
  ])
  const names = namesOf(contacts)
  return {
    ...frameOf(matter, "/answers"),
    body: (
      <Answers
        answers={answers}
        names={names}
        ask={fixUrlOf(matter)}
        reveal={{
          action: (id) => `/console/matters/${matter.id}/answers/${id}/reveal`,
          shown: await readShown(req, matter.id, answers, names),
        }}
      />
    ),
  }
}

/** The one answer that was asked for on the page before, in clear. */
async function readShown(
  { tx, handed }: PageRequest,
  matter_id: string,
  answers: readonly Listed[],
  names: Names,
) {
  const answer = answers.find(({ id }) => id === handed.answer_id)
  if (!answer) return undefined
  const { definition } = await definitionOf(tx, matter_id)
  const question = questionsOf(definition).find(({ id }) => id === answer.question)
  return question && { id: answer.id, words: displayValue(question, answer.value, "en", names) }
}

/** Remembers that a sensitive answer was read, and lets the next page show that one. */
export async function revealAnswer(req: PageRequest): Promise<Redirect> {
  const { tx, parts, param } = req
  const { id: matter_id } = await requireMatter(req)
  const answers = await listWithSensitivity(tx, parts.ring, matter_id)
  const answer = answers.find(({ id, sensitive }) => id === param("answer_id") && sensitive)
  if (!answer) throw notFound()
  await recordSensitiveRead(tx, matter_id, [answer.id])
  return {
    to: `/console/matters/${matter_id}/answers#${answer.id}`,
    flash: { done: "answer_shown", handed: { answer_id: answer.id } },
  }
}

interface AnswersProps {
  answers: readonly Listed[]
  names: Names
  reveal?: { action: (answer_id: string) => string; shown: { id: string; words: string } | undefined }
  ask?: FixUrl | undefined
  level?: 2 | 3
}

/** Answers to the firm's own questions, section by section, and in each those about one person together. */
export function Answers({ answers, names, reveal, ask, level = 2 }: AnswersProps) {
  if (answers.length === 0) {
    return (
      <EmptyState title="No answers yet" icon="edit">
        Answers to your own questions appear here while the client types them.
      </EmptyState>
    )
  }
  const sections = Map.groupBy(answers, ({ section }) => section)
  return (
    <>
      {[...sections].flatMap(([section, inSection]) =>
        [...Map.groupBy(inSection, ({ about }) => about)].map(([about, own]) => (
          <Card
            title={
              <>
                {section}
                {about && <span class="cell-note cell-line">{names[about]}</span>}
              </>
            }
            level={level}
            flush
            key={`${section}-${about}`}
          >
            <SummaryList
              rows={own.map((answer) => ({
                id: answer.id,
                key: answer.prompt,
                value: <Value answer={answer} reveal={reveal} names={names} />,
                actions: ask && [
                  {
                    href: ask({ kind: "question", record_id: answer.question, about }),
                    text: "Ask again",
                    about: `for a correction of the answer to: ${parsedPrompt(answer, names)}`,
                  },
                ],
              }))}
            />
          </Card>
        )),
      )}
    </>
  )
}

/** The question as it is told apart from the same one about somebody else, out of its place. */
function parsedPrompt({ prompt, about }: Listed, names: Names): string {
  return about && names[about] ? `${prompt} (${names[about]})` : prompt
}

function Value({ answer, reveal, names }: { answer: Listed } & Pick<AnswersProps, "reveal" | "names">) {
  if (!answer.sensitive || !reveal) return <span class="long-text">{answer.display_value}</span>
  if (reveal.shown?.id === answer.id) {
    return (
      <>
        <span class="long-text">{reveal.shown.words}</span>
        <span class="cell-note cell-line">Shown once. Your reading is in the audit log.</span>
      </>
    )
  }
  return (
    <form class="row" method="post" action={reveal.action(answer.id)}>
      <span>{answer.display_value}</span>
      <Button look="secondary" small>
        Show<span class="visually-hidden"> the answer to: {parsedPrompt(answer, names)}</span>
      </Button>
    </form>
  )
}
