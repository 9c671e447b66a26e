import { listTeam } from "../../../../firm/users/team.ts"
import { duplicatesIn, requireNoDuplicates } from "../../../../follow-up/search/console/duplicates.tsx"
import type { NewPerson } from "../../../../follow-up/search/duplicates.ts"
import { assignMatter } from "../../../../intake/matters/assignment.ts"
import { assigneeFields, assigneeIn } from "../../../../intake/matters/console/assignee/field.ts"
import { FirstQuestionnaire } from "../../../../intake/matters/console/first-steps.tsx"
import {
  deliveryFields,
  emailMissing,
  personFields,
  personIn,
  showPerson,
} from "../../../../intake/matters/console/invitations/invitation-fields.tsx"
import { createInvitation } from "../../../../intake/matters/invitations/invitations.ts"
import { sendInvitation } from "../../../../intake/matters/invitations/sending.ts"
import { clientTypeOf, createMatter } from "../../../../intake/matters/matters.ts"
import { defaultMatterName } from "../../../../intake/matters/parties/default-name.ts"
import { mainPartyOf } from "../../../../intake/matters/parties/party-rules.ts"
import { approachWords } from "../../../../intake/questionnaires/approach-words.ts"
import {
  listUsableQuestionnaires,
  type QuestionnaireRow,
} from "../../../../intake/questionnaires/questionnaires.ts"
import { badRequest, type Fault } from "../../../../platform/errors.ts"
import { isSending } from "../../../../platform/mail/mail-state.ts"
import { choice } from "../../../../web/console/forms/choice-fields.tsx"
import { form } from "../../../../web/console/forms/form.ts"
import { matterName, optionalMatterName } from "../../../../web/console/forms/text-fields.tsx"
import { type RefusedForm, trimmedTextOf } from "../../../../web/console/page-request.ts"
import { Card } from "../../../../web/ui/components/card.tsx"
import { copyFromEarlier, EarlierCard, earlierFaults, earlierFields, readEarlier } from "./earlier-matter.tsx"

export const newMatterForm = form({
  open: async (req, refused) => {
    const [questionnaires, team, earlier, duplicates] = await Promise.all([
      listUsableQuestionnaires(req.tx),
      listTeam(req.tx),
      readEarlier(req),
      duplicatesIn(
        req,
        refused,
        ["", "partner_"].map((prefix) => typedPerson(refused, prefix)),
      ),
    ])
    const preselected =
      questionnaires.find(({ id }) => id === earlier?.matter.questionnaire_id) ??
      (questionnaires.length === 1 ? questionnaires[0] : undefined)
    const copied = { ...(earlier && earlier.parts.length > 0 && earlierFields(earlier)) }
    const about = {
      questionnaire_id: choice({
        label: "Questionnaire",
        missing: "Choose a questionnaire.",
        options: questionnaires.map(({ id, title, approach }) => ({
          value: id,
          label: title,
          hint: approachHint(title, approach),
          attributes: { "data-client-type": clientTypeOf(approach) },
        })),
        value: preselected?.id,
      }),
      matter_name: optionalMatterName({
        hint: "As your firm files it. Leave it blank to use the clients’ names, for example “Smith, Ada and Ben”. Clients do not see it.",
      }),
      ...assigneeFields(team, req),
    }
    const client = personFields("", earlier?.client)
    const partner = personFields("partner_", earlier?.partner)
    const delivery = deliveryFields(isSending(req.parts))
    const isFirst = questionnaires.length === 0
    return {
      title: "New matter",
      breadcrumbs: [{ text: "Matters", href: "/console/matters" }],
      lede: "One client’s file, or one couple’s. For someone with an earlier matter, begin on their own page: the search finds it.",
      above: isFirst && <FirstQuestionnaire req={req} />,
      fields: { ...copied, ...about, ...client, ...partner, ...delivery, ...duplicates.fields },
      layout: (show) => (
        <div class="stack new-matter">
          {earlier && <EarlierCard earlier={earlier}>{show(copied)}</EarlierCard>}
          <Card title="The matter">{show(about)}</Card>
          <Card title="Who fills it in">
            <p class="for-self">The client.</p>
            <p class="for-representative">
              The representative, who acts for the person the matter is about. The questionnaire asks for that
              person’s name.
            </p>
            {showPerson(show, client)}
          </Card>
          <div class="for-self">
            <Card title="Spouse or partner">
              <p>
                Only for a couple that fills in the questionnaire together. Otherwise leave it blank; you can
                invite them later.
              </p>
              {showPerson(show, partner)}
            </Card>
          </div>
          <Card title="Invitation">{show(delivery)}</Card>
          {duplicates.card(show)}
        </div>
      ),
      record: { questionnaires, earlier },
      submit: isFirst ? undefined : "Create the matter",
      cancel: "/console/matters",
    }
  },
  save: async (
    req,
    { questionnaire_id, matter_name, way, message, ...values },
    { questionnaires, earlier },
  ) => {
    const { tx, parts } = req
    const questionnaire = questionnaires.find(({ id }) => id === questionnaire_id)
    const client_type = questionnaire ? clientTypeOf(questionnaire.approach) : "self"
    const client = personIn(values, "")
    const partner = personIn(values, "partner_")
    const hasPartner = Object.values(partner).some(Boolean)
    const faults: Fault[] = []
    // The matter is about the person represented, so the representative's name does not name it.
    const fallback = client_type === "self" ? defaultMatterName(client, partner) : ""
    const named = matterName({ fallback }).parse([matter_name])
    if ("fault" in named) faults.push({ param: "matter_name", ...named.fault })
    if (way === "mail" && !client.email) faults.push(emailMissing("email"))
    if (way === "mail" && hasPartner && !partner.email) faults.push(emailMissing("partner_email"))
    if (hasPartner && client_type === "representative") {
      const text = "One representative fills in this questionnaire. Leave the spouse or partner blank."
      faults.push({ param: "partner_first_name", code: "unfit_party", message: text })
    }
    faults.push(...earlierFaults(earlier, client_type))
    if ("fault" in named || faults.length > 0) throw badRequest(faults)
    if (!values.is_new_client) await requireNoDuplicates(req, [client, partner])

    const { id } = await createMatter(tx, { questionnaire_id, matter_name: named.value, client })
    if (earlier)
      await copyFromEarlier(req, earlier, id, {
        parts: values.copy ?? [],
        client,
        partner: hasPartner ? partner : undefined,
      })
    const invited = [{ ...client, party: mainPartyOf(client_type) }]
    if (hasPartner) invited.push({ ...partner, party: "partner" })
    for (const person of invited) {
      const invitation = await createInvitation(tx, parts, { ...person, matter_id: id })
      if (way === "mail") await sendInvitation(tx, parts, invitation.id, { message })
    }
    const assignee_id = assigneeIn(req, values)
    if (assignee_id) await assignMatter(tx, id, assignee_id)
    return { done: "matter_created", to: `/console/matters/${id}` }
  },
})

function typedPerson(refused: RefusedForm | undefined, prefix: string): NewPerson {
  const typed = (name: keyof NewPerson) => trimmedTextOf(refused?.form ?? {}, `${prefix}${name}`)
  return { first_name: typed("first_name"), last_name: typed("last_name"), email: typed("email") }
}

/** Undefined if the title already names the approach. */
function approachHint(title: string, approach: QuestionnaireRow["approach"]): string | undefined {
  const words = approachWords[approach]
  return title.toLowerCase().includes(words.toLowerCase()) ? undefined : `Approach: ${words}`
}
