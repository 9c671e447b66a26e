import type { Definition } from "../../../definition/definition.ts"
import { requestsOf } from "../../../definition/parts.ts"
import type { Language } from "../../../definition/text.ts"
import { textIn } from "../../../definition/text.ts"
import type { MatterDefinition } from "../../../intake/matters/progress/definition.ts"
import type { View } from "../../../intake/portal/view.tsx"
import { openItemsInWords } from "../../../intake/submissions/missing/open-items.ts"
import { joinWords } from "../../../platform/text/joined-words.ts"
import { minutesOf } from "../../../web/portal/minutes.ts"
import type { Words } from "../../../web/portal/words/en.ts"
import { wordsAbout } from "../../../web/portal/words/words.ts"
import { Notice } from "../../../web/ui/components/banner.tsx"
import { Actions, Button } from "../../../web/ui/components/button.tsx"
import { ContactLine } from "../../../web/ui/components/contact-line.tsx"
import type { SummaryError } from "../../../web/ui/components/error-summary.tsx"
import { Introduction } from "../../../web/ui/components/introduction.tsx"
import { PageHeading } from "../../../web/ui/components/page-heading.tsx"
import { TextField } from "../../../web/ui/components/text-field.tsx"
import { clientNamesForHelper, type Invitee } from "./invitee.ts"
import { shownField } from "./start-form.ts"

/** The first page of an invitation: who asks for what, how long it takes, and Start. */
export function welcomeView(
  invitee: Invitee,
  { key, shown }: { key: string; shown: string },
  words: Words,
  lang: Language,
  typed?: { email: string; error: string },
): View {
  const { firm, matter, questionnaire, introduction } = invitee
  const helped = clientNamesForHelper(invitee, lang)
  const title = words.home.title(invitee.first_name)
  const errors: SummaryError[] = typed ? [{ href: "email", text: typed.error }] : []
  const isEstate = questionnaire.approach === "rep-deceased"
  const you = clientAmongTwo(invitee)
  const isOnlyOpen = invitee.still_open.length > 0
  const open = joinWords(openItemsInWords(invitee.still_open, lang, invitee), lang)
  return {
    title,
    errors,
    status: typed ? 422 : 200,
    body: (
      <>
        <PageHeading
          caption={textIn(questionnaire.title, lang)}
          title={title}
          lede={
            invitee.is_for_parts
              ? words.entry.invited_by_client(invitee.inviter, firm.name)
              : words.entry.invited_by(invitee.inviter, firm.name)
          }
        />
        {introduction && <Introduction of={introduction} lang={lang} />}
        {helped && <p>{wordsAbout(helped, lang).helper.bar}</p>}
        {isOnlyOpen && (
          <Notice>
            <p>{words.entry.only_open(open)}</p>
          </Notice>
        )}
        {isEstate && !isOnlyOpen && (
          <Notice>
            <p>{words.entry.condolence}</p>
            <p>{words.entry.cannot_wait}</p>
            {firm.contact_line && (
              <p>
                <ContactLine text={firm.contact_line} />
              </p>
            )}
          </Notice>
        )}
        {you && <p>{words.entry.for_two(joinWords(invitee.client_names, lang), you)}</p>}
        {!helped && !isOnlyOpen && matter.client_type === "representative" && (
          <p>{isEstate ? words.entry.about_estate : words.entry.about_other}</p>
        )}
        {!invitee.is_for_parts && !isOnlyOpen && (
          <p>{words.entry.how_long(minutesFor(questionnaire.definition))}</p>
        )}
        <form method="post" action={`/invite/${key}/start`} noValidate>
          <input type="hidden" name={shownField} value={shown} />
          {invitee.email === "" && (
            <TextField
              id="email"
              type="email"
              inputmode="email"
              autocomplete="email"
              label={words.entry.email_label}
              optional={words.frame.optional}
              hint={words.entry.email_hint}
              value={typed?.email}
              error={typed?.error}
            />
          )}
          <Actions>
            <Button wide>{isOnlyOpen ? words.frame.go_on : words.home.start}</Button>
          </Actions>
        </form>
        {/* All parts of the questionnaire appear in it, and this helper may see only some. */}
        {!invitee.is_for_parts && !isOnlyOpen && (
          <>
            <h2>{words.entry.at_hand_title}</h2>
            <ul>
              {atHand(questionnaire, words, lang).map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
            <p>{words.entry.at_hand_note}</p>
          </>
        )}
        <h2>{words.entry.privacy_title}</h2>
        <p>{words.entry.privacy(firm.name)}</p>
      </>
    ),
  }
}

/** The name of the invitee if two clients share the matter, so that neither answers for the other by mistake. */
function clientAmongTwo({ party, matter, client_names }: Invitee): string | undefined {
  const isClient = matter.client_type === "self" && (party === "main" || party === "partner")
  return isClient && client_names.length === 2 ? client_names[party === "main" ? 0 : 1] : undefined
}

/** What clients have to look up for the questionnaire. */
function atHand({ definition, approach }: MatterDefinition, words: Words, lang: Language): string[] {
  const { sections } = definition
  const isEstate = approach === "rep-deceased"
  const kinds = new Set(sections.map(({ kind }) => kind))
  return [
    ...(kinds.has("people") ? [isEstate ? words.entry.at_hand_family : words.entry.at_hand_people] : []),
    ...(kinds.has("roles") ? [isEstate ? words.entry.at_hand_will : words.entry.at_hand_roles] : []),
    ...(kinds.has("assets") ? [words.entry.at_hand_assets] : []),
    ...requestsOf(definition)
      .filter((request) => request.required && !request.condition)
      .slice(0, 3)
      .map((request) => textIn(request.label, lang)),
  ]
}

/** The estimated time, rounded to five minutes. */
function minutesFor({ sections }: Definition): number {
  const minutes = sections.reduce((sum, section) => sum + minutesOf(section), 0)
  return Math.max(5, Math.round(minutes / 5) * 5)
}
