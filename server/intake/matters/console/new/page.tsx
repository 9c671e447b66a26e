import { listTeam } from "../../../../firm/users/team.ts"
import { approachWords } from "../../../../web/console/approach-words.ts"
import { CancelableForm } from "../../../../web/console/forms/submit-or-cancel.tsx"
import { fieldOf, type PageRequest, type RefusedForm } from "../../../../web/console/page-request.ts"
import type { View } from "../../../../web/console/view.tsx"
import { Card } from "../../../../web/ui/components/card.tsx"
import { RadioGroup } from "../../../../web/ui/components/radio-group.tsx"
import { TextField } from "../../../../web/ui/components/text-field.tsx"
import { listUsableQuestionnaires, type QuestionnaireRow } from "../../../questionnaires/questionnaires.ts"
import { clientTypeOf } from "../../matters.ts"
import { AssigneeField } from "../assignee/field.tsx"
import { FirstQuestionnaire } from "../first-steps.tsx"
import { DeliveryFields, PersonFields } from "../invitations/invitation-fields.tsx"
import { DuplicatesCard } from "./duplicates.tsx"
import { EarlierCard, EarlierSearch, readEarlier } from "./earlier-matter.tsx"

export async function newMatterPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const [questionnaires, team, earlier] = await Promise.all([
    listUsableQuestionnaires(req.tx),
    listTeam(req.tx),
    readEarlier(req),
  ])
  const search = earlier ? undefined : await EarlierSearch(req)
  const duplicates = await DuplicatesCard(req, refused)
  const preselected =
    questionnaires.find(({ id }) => id === earlier?.matter.questionnaire_id) ??
    (questionnaires.length === 1 ? questionnaires[0] : undefined)
  return {
    title: "New matter",
    breadcrumbs: [{ text: "Matters", href: "/console/matters" }],
    heading: { lede: "One client’s file, or one couple’s." },
    refused,
    body:
      questionnaires.length === 0 ? (
        <FirstQuestionnaire req={req} />
      ) : (
        <>
          {search}
          <CancelableForm
            class="stack new-matter"
            noValidate
            cancel="/console/matters"
            submit="Create the matter"
          >
            {earlier && <EarlierCard earlier={earlier} refused={refused} />}
            <Card title="The matter">
              <RadioGroup
                {...fieldOf(refused, "questionnaire_id", preselected?.id)}
                label="Questionnaire"
                options={questionnaires.map(({ id, title, approach }) => ({
                  value: id,
                  label: title,
                  hint: approachHint(title, approach),
                  attributes: { "data-client-type": clientTypeOf(approach) },
                }))}
              />
              <TextField
                {...fieldOf(refused, "matter_name")}
                label="Name of the matter"
                hint="As your firm files it. Leave it blank to use the clients’ names, for example “Smith, Ada and Ben”. Clients do not see it."
                autocomplete="off"
                maxlength={200}
              />
              <AssigneeField team={team} refused={refused} req={req} value={req.staff.user_id} />
            </Card>
            <Card title="Who fills it in">
              <p class="for-self">The client.</p>
              <p class="for-representative">
                The representative, who acts for the person the matter is about. The questionnaire asks for
                that person’s name.
              </p>
              <PersonFields prefix="" refused={refused} person={earlier?.client} />
            </Card>
            <div class="for-self">
              <Card title="Spouse or partner">
                <p>
                  Only for a couple that fills in the questionnaire together. Otherwise leave it blank; you
                  can invite them later.
                </p>
                <PersonFields prefix="partner_" refused={refused} person={earlier?.partner} />
              </Card>
            </div>
            <Card title="Invitation">
              <DeliveryFields refused={refused} isSending={Boolean(req.parts.config.smtp_url)} />
            </Card>
            {duplicates}
          </CancelableForm>
        </>
      ),
  }
}

/** Undefined if the title already names the approach. */
function approachHint(title: string, approach: QuestionnaireRow["approach"]): string | undefined {
  const words = approachWords[approach]
  return title.toLowerCase().includes(words.toLowerCase()) ? undefined : `Approach: ${words}`
}
