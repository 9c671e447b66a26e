import type { ComponentChildren } from "preact"
import { languages } from "./samples/languages.ts"
import type { SampleRequest } from "./samples/requests.ts"

export interface LanguageSample {
  /** Its name for programs, the same in every group: the reader's choice counts for all. */
  id: string
  name: string
  text: string
}

/** A code block that scrolls on its own, also by keyboard. */
export function Code({ title, of, text }: { title: string; of: string; text: string }) {
  return (
    <figure class="reference-example">
      <figcaption>{title}</figcaption>
      <Text name={`${title}: ${of}`} text={text} />
    </figure>
  )
}

/** One program in several languages, of which the reader sees the one they chose. It works without script. */
export function Samples({ id, of, samples }: { id: string; of: string; samples: readonly LanguageSample[] }) {
  return (
    <div class="reference-example reference-samples">
      <fieldset>
        <legend class="visually-hidden">Language of the sample: {of}</legend>
        {samples.map((sample, index) => (
          <label key={sample.id}>
            <input type="radio" name={`language-${id}`} value={sample.id} checked={index === 0} />
            <span>{sample.name}</span>
          </label>
        ))}
      </fieldset>
      {samples.map(({ id, name, text }) => (
        <Text key={id} name={`${name}: ${of}`} text={text} language={id} />
      ))}
    </div>
  )
}

/** The request in every language. */
export function RequestSamples({ id, of, request }: { id: string; of: string; request: SampleRequest }) {
  const samples = languages.map(({ id, name, render }) => ({ id, name, text: render(request) }))
  return <Samples id={id} of={of} samples={samples} />
}

function Text({ name, text, language }: { name: string; text: string; language?: string }) {
  return (
    <section tabindex={0} aria-label={name} data-language={language}>
      <pre>
        <code>{colored(text.trimEnd())}</code>
      </pre>
    </section>
  )
}

/** Names before a colon, other texts, and comments; everything else has no color. */
const colorful = /("[^"\n]*")(?=\s?:)|("[^"\n]*"|'[^'\n]*'|`[^`\n]*`)|((?:^|\s)(?:#|\/\/) .*)/gm

function colored(text: string): ComponentChildren[] {
  const parts: ComponentChildren[] = []
  let end = 0
  for (const match of text.matchAll(colorful)) {
    const [all, name, string] = match
    parts.push(text.slice(end, match.index))
    const kind = name ? "name" : string ? "text" : "comment"
    parts.push(
      <span key={match.index} class={`code-${kind}`}>
        {all}
      </span>,
    )
    end = match.index + all.length
  }
  return [...parts, text.slice(end)]
}
