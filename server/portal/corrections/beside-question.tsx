import type { ComponentChildren } from "preact"
import { Notice } from "../../ui/components/banner.tsx"
import type { PageRequest } from "../page-request.ts"

/** The firm's words about one question, beside its field. */
export async function askedBeside(
  req: PageRequest,
  question_id: string,
  about: string | null,
): Promise<ComponentChildren> {
  const here = (await req.loaded.corrections()).filter(
    (one) => one.kind === "question" && one.record_id === question_id && one.about === about,
  )
  if (here.length === 0) return undefined
  const words = req.words.corrections
  return here.map(({ id, state, words: asked }) => (
    <Notice key={id} tone={state === "open" ? "warning" : "success"}>
      <p>
        <strong>{words.asks(req.firm.name)}</strong> <span class="long-text">{asked}</span>
      </p>
    </Notice>
  ))
}
