import { textIn } from "../../../definition/text.ts"
import { notFound } from "../../../platform/errors.ts"
import { textOf } from "../../../web/portal/form.ts"
import { PageForm } from "../../../web/portal/page-form.tsx"
import { Notice } from "../../../web/ui/components/banner.tsx"
import { SummaryCard } from "../../../web/ui/components/card.tsx"
import { CheckboxGroup, RadioGroup } from "../../../web/ui/components/choice.tsx"
import { PageHeading } from "../../../web/ui/components/page-heading.tsx"
import { TextField } from "../../../web/ui/components/text-field.tsx"
import type { PageRequest } from "../../portal/page-request.ts"
import type { RoutedRequest } from "../../portal/sections/section.tsx"
import type { View } from "../../portal/view.tsx"
import { dateTimeIn } from "../../portal/who-and-when.ts"
import { HelperFields } from "./helper.tsx"
import { isForHelpers, mayAskHelpers, namesOf } from "./helper-parts.ts"
import { canReceiveParts, findOtherClient, type OtherClient } from "./other-client.ts"
import { handoversUrl } from "./urls.ts"
import {
  EndForm,
  type Faults,
  freeSections,
  handoversToOthers,
  mayEnd,
  mayHandOver,
  type VisibleHandover,
} from "./visible-handovers.tsx"

/** The handed-over parts, and the form that asks another person to fill in more. */
export async function showHandovers(
  req: PageRequest,
  request: RoutedRequest,
  faults: Faults = {},
): Promise<View> {
  if (!(await mayHandOver(req))) throw notFound()
  const { words, lang, firm } = req
  const [other, open, free] = await Promise.all([
    findOtherClient(req),
    handoversToOthers(req),
    freeSections(req),
  ])
  const may_helper = mayAskHelpers(req) && free.some(isForHelpers)
  const recipient = other && canReceiveParts(other) ? other : undefined
  const without_link = other && !recipient ? other : undefined
  const hasForm = free.length > 0 && (recipient || may_helper)
  const errors = Object.entries(faults).map(([href, text]) => ({ href, text }))
  return {
    title: words.handover.title,
    back: { href: "/portal", text: words.section.overview },
    status: errors.length > 0 ? 422 : 200,
    errors,
    body: (
      <>
        <PageHeading
          caption={req.questionnaire_title}
          title={words.handover.title}
          lede={words.handover.lede}
        />
        {open.length > 0 && <HandoverList req={req} open={open} />}
        {without_link && <Notice>{words.handover.no_link(without_link.name, firm.name)}</Notice>}
        {recipient?.invitation?.email === "" && <Notice>{words.handover.no_email(recipient.name)}</Notice>}
        {free.length === 0 && <Notice>{words.handover.none_left}</Notice>}
        {hasForm && (
          <PageForm
            action={handoversUrl}
            words={words}
            submit={words.handover.submit(may_helper ? undefined : recipient?.name)}
          >
            <CheckboxGroup
              id="parts"
              label={words.handover.parts_label}
              error={faults.parts}
              values={request.form.parts ?? [request.query.part ?? ""]}
              options={free.map(({ id, title }) => ({ value: id, label: textIn(title, lang) }))}
            />
            {may_helper ? (
              <RadioGroup
                id="who"
                label={words.handover.who_label}
                error={faults.who}
                value={textOf(request.form, "who") ?? (recipient ? undefined : "helper")}
                options={[
                  ...(recipient
                    ? [
                        {
                          value: recipient.party,
                          label: recipient.name,
                          hint: words.handover.partner(recipient.name),
                          reveal: !recipient.invitation && (
                            <EmailField req={req} request={request} other={recipient} faults={faults} />
                          ),
                        },
                      ]
                    : []),
                  {
                    value: "helper",
                    label: words.handover.helper_label,
                    hint: words.handover.helper_hint(namesOf(free.filter(isForHelpers), req)),
                    reveal: <HelperFields req={req} request={request} faults={faults} />,
                  },
                ]}
              />
            ) : (
              recipient && (
                <>
                  <input type="hidden" name="who" value={recipient.party} />
                  <p>{words.handover.partner(recipient.name)}</p>
                  {!recipient.invitation && (
                    <EmailField req={req} request={request} other={recipient} faults={faults} />
                  )}
                </>
              )
            )}
          </PageForm>
        )}
      </>
    ),
  }
}

function HandoverList({ req, open }: { req: PageRequest; open: readonly VisibleHandover[] }) {
  const words = req.words.handover
  return (
    <SummaryCard
      title={words.list_title}
      rows={open.map((each) => ({
        id: each.id,
        key: each.title,
        value: (
          <>
            <p>{words.with(each.name)}</p>
            <p class="hint">
              {each.expires_at
                ? words.until(dateTimeIn(each.expires_at, req))
                : words.since(dateTimeIn(each.given_at, req))}
            </p>
            {mayEnd(each, req) ? (
              <EndForm handover={each} req={req} />
            ) : (
              <p class="hint">{words.requested_by(each.given_by_name)}</p>
            )}
          </>
        ),
      }))}
    />
  )
}

/** Asks for the other client's address. */
export function EmailField(props: {
  req: PageRequest
  request: Pick<RoutedRequest, "form">
  other: Pick<OtherClient, "name">
  faults: Faults
  /** The firm sends the link, and finds the address useful. */
  is_for_firm?: boolean
}) {
  const { req, request, other, faults, is_for_firm } = props
  const { handover, frame } = req.words
  return (
    <TextField
      id="email"
      type="email"
      label={handover.partner_email(other.name)}
      hint={is_for_firm ? undefined : handover.partner_email_hint}
      optional={is_for_firm ? frame.optional : undefined}
      autocomplete="off"
      value={textOf(request.form, "email")}
      error={faults.email}
      maxlength={254}
    />
  )
}
