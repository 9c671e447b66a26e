import { textIn } from "../../definition/text.ts"
import { notFound } from "../../platform/errors.ts"
import { Notice } from "../../ui/components/banner.tsx"
import { Card } from "../../ui/components/card.tsx"
import { CheckboxGroup } from "../../ui/components/checkbox-group.tsx"
import { PageHeading } from "../../ui/components/page-heading.tsx"
import { RadioGroup } from "../../ui/components/radio-group.tsx"
import { SummaryList } from "../../ui/components/summary-list.tsx"
import { TextField } from "../../ui/components/text-field.tsx"
import { textOf } from "../form.ts"
import { PageForm } from "../page-form.tsx"
import type { PageRequest } from "../page-request.ts"
import type { RoutedRequest } from "../section.tsx"
import type { View } from "../view.tsx"
import { momentIn } from "../who-and-when.ts"
import { handoversUrl } from "./addresses.ts"
import { HelperFields } from "./helper.tsx"
import { findOtherClient, mayBeGiven, type OtherClient } from "./partner.ts"
import { isForHelpers, mayAskHelpers, namesOf } from "./settings.ts"
import { EndForm, type Faults, freeSections, type Handed, mayHandOver, withOthers } from "./shown.tsx"

/** What is with whom, and the form that asks somebody to fill in parts. */
export async function showHandovers(
  req: PageRequest,
  request: RoutedRequest,
  faults: Faults = {},
): Promise<View> {
  if (!(await mayHandOver(req))) throw notFound()
  const { words, lang, firm } = req
  const [other, open, free] = await Promise.all([findOtherClient(req), withOthers(req), freeSections(req)])
  const may_helper = mayAskHelpers(req) && free.some(isForHelpers)
  const given = other && mayBeGiven(other) ? other : undefined
  const without_link = other && !given ? other : undefined
  const isOpen = free.length > 0 && (given || may_helper)
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
        {open.length > 0 && <WithOthers req={req} open={open} />}
        {without_link && <Notice>{words.handover.no_link(without_link.name, firm.name)}</Notice>}
        {free.length === 0 && <Notice>{words.handover.none_left}</Notice>}
        {isOpen && (
          <PageForm
            action={handoversUrl}
            words={words}
            submit={words.handover.submit(may_helper ? undefined : given?.name)}
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
                value={textOf(request.form, "who") ?? (given ? undefined : "helper")}
                options={[
                  ...(given
                    ? [
                        {
                          value: given.party,
                          label: given.name,
                          hint: words.handover.partner(given.name),
                          reveal: !given.invitation && (
                            <EmailField req={req} request={request} other={given} faults={faults} />
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
              given && (
                <>
                  <input type="hidden" name="who" value={given.party} />
                  <p>{words.handover.partner(given.name)}</p>
                  {!given.invitation && (
                    <EmailField req={req} request={request} other={given} faults={faults} />
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

function WithOthers({ req, open }: { req: PageRequest; open: readonly Handed[] }) {
  const words = req.words.handover
  return (
    <Card title={words.list_title} flush>
      <SummaryList
        rows={open.map((each) => ({
          id: each.id,
          key: each.title,
          value: (
            <>
              <p>{words.with(each.name)}</p>
              <p class="hint">
                {each.expires_at
                  ? words.until(momentIn(each.expires_at, req))
                  : words.since(momentIn(each.given_at, req))}
              </p>
              <EndForm handover={each} req={req} />
            </>
          ),
        }))}
      />
    </Card>
  )
}

function EmailField(props: { req: PageRequest; request: RoutedRequest; other: OtherClient; faults: Faults }) {
  const { req, request, other, faults } = props
  return (
    <TextField
      id="email"
      type="email"
      label={req.words.handover.partner_email(other.name)}
      hint={req.words.handover.partner_email_hint}
      autocomplete="off"
      value={textOf(request.form, "email")}
      error={faults.email}
      maxlength={254}
    />
  )
}
