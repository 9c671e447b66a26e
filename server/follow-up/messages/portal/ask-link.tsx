import type { Words } from "../../../web/portal/words/en.ts"

/** A link below a question, to ask the firm about it. */
export function AskLink({ href, label, words }: { href: string; label: string; words: Words }) {
  return (
    <p class="ask-about">
      <a href={href}>
        {words.messages.ask}
        <span class="visually-hidden">: {label}</span>
      </a>
    </p>
  )
}
