import type { Words } from "../../../web/portal/words/en.ts"
import type { Field } from "./field.ts"

/** Says that a sensitive answer is saved, with a link to replace it. */
export function MaskedAnswer(props: { field: Field; words: Words; heading?: boolean | undefined }) {
  const { field, words, heading } = props
  const label = <span class="label">{field.label}</span>
  return (
    <div class="field" id={`${field.name}-field`}>
      {heading ? <h1 class="label-heading">{label}</h1> : label}
      {field.correction}
      <p id={field.name} tabindex={-1}>
        {words.questions.given}
      </p>
      <p>
        <a href={field.masked?.change_url}>
          {words.questions.change_given} <span class="visually-hidden">{field.label}</span>
        </a>
      </p>
    </div>
  )
}
