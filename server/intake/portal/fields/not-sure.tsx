import { createContext } from "preact"
import { useContext } from "preact/hooks"
import type { Form } from "../../../platform/http/responses/pages.ts"
import type { Words } from "../../../web/portal/words/en.ts"
import { Details } from "../../../web/ui/components/card.tsx"
import type { QuestionTopic } from "../../messages/messages.ts"
import { newTopicUrl, topicUrl } from "../../messages/portal/urls.ts"
import { LaterBox } from "../sections/later.tsx"
import type { Field } from "./field.ts"

/** What a page's section adds to the lines below its questions. */
interface WaysOut {
  /** Where the client asks another person to fill in the section. */
  hand_over_url?: string | undefined
  topics?: readonly QuestionTopic[] | undefined
}

export const WaysOutContext = createContext<WaysOut>({})

/**
 * The one line below a question: it opens what there is besides answering, and says itself what the client has already
 * chosen. Its words follow the checkbox by CSS.
 */
export function NotSure({ field, words, typed }: { field: Field; words: Words; typed: Form | undefined }) {
  const { hand_over_url, topics } = useContext(WaysOutContext)
  const { label, message_url, why } = field
  const topic = topics?.findLast((each) => message_url === newTopicUrl({ ...each, id: each.question_id }))
  const links = [
    { href: topic ? undefined : message_url, text: words.messages.ask },
    { href: hand_over_url, text: words.handover.ask },
  ].filter(({ href }) => href !== undefined)
  const about = <span class="visually-hidden">: {label}</span>
  return (
    <div class="ways-out">
      <Details
        summary={
          <>
            <span class="unless-later">{words.frame.not_sure}</span>
            <span class="if-later">{words.frame.will_discuss}</span>
            {about}
          </>
        }
      >
        {why && (
          <p>
            <strong>{words.frame.why}:</strong> {why}
          </p>
        )}
        <LaterBox field={field} words={words} typed={typed} />
        {links.length > 0 && (
          <p class="row">
            {links.map(({ href, text }) => (
              <a class="card-link" href={href} key={href}>
                {text}
                {about}
              </a>
            ))}
          </p>
        )}
      </Details>
      {topic && (
        <a class="card-link" href={topicUrl(topic.id)}>
          {words.messages.about_this}
          {about}
        </a>
      )}
    </div>
  )
}
