import { assignMatter } from "../../../matters/assignment.ts"
import { sendInvitation } from "../../../matters/invitation-mail.ts"
import { createInvitation } from "../../../matters/invitations.ts"
import { clientTypeOf, createMatter } from "../../../matters/matters.ts"
import type { Party, Person } from "../../../matters/parties.ts"
import { mainPartyOf } from "../../../matters/party-rules.ts"
import { badRequest, type Fault } from "../../../platform/errors.ts"
import { isVisibleLine } from "../../../platform/one-line.ts"
import { listUsableQuestionnaires, type QuestionnaireRow } from "../../../questionnaires/questionnaires.ts"
import { Card } from "../../../ui/components/card.tsx"
import { RadioGroup } from "../../../ui/components/radio-group.tsx"
import { TextField } from "../../../ui/components/text-field.tsx"
import { listTeam } from "../../../users/team.ts"
import { fieldOf, type PageRequest, type RefusedForm, textOf } from "../../page-request.ts"
import { CancelableForm } from "../../submit-or-cancel.tsx"
import type { PageResponse, View } from "../../view.tsx"
import { AssigneeField, readAssignee } from "../assignee/field.tsx"
import { FirstQuestionnaire } from "../first-steps.tsx"
import { emailMissing, readDelivery, readMessage, readPerson } from "../invitations/form-values.ts"
import { DeliveryFields, PersonFields } from "../invitations/invitation-fields.tsx"
import { approachWords } from "../list/filter-form.tsx"
import { DuplicatesCard, duplicateFault } from "./duplicates.tsx"
import {
  copyFromEarlier,
  EarlierCard,
  type EarlierMatter,
  EarlierSearch,
  earlierFaults,
  readEarlier,
} from "./earlier-matter.tsx"

const mattersCrumb = { text: "Matters", href: "/console/matters" }

export async function newMatterPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const [questionnaires, team, earlier] = await Promise.all([
    listUsableQuestionnaires(req.tx),
    listTeam(req.tx),
    readEarlier(req),
  ])
  const search = earlier ? undefined : await EarlierSearch(req)
  const duplicates = await DuplicatesCard(req, refused)
  const [only] = questionnaires.length === 1 ? questionnaires : []
  return {
    title: "New matter",
    breadcrumbs: [mattersCrumb],
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
                {...fieldOf(
                  refused,
                  "questionnaire_id",
                  (findSameQuestionnaire(questionnaires, earlier) ?? only)?.id,
                )}
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

export async function submitNewMatter(req: PageRequest): Promise<PageResponse> {
  const { tx, parts, form } = req
  const faults: Fault[] = []
  const earlier = await readEarlier(req)
  const questionnaire = (await listUsableQuestionnaires(req.tx)).find(
    ({ id }) => id === textOf(form, "questionnaire_id"),
  )
  if (!questionnaire)
    faults.push({ param: "questionnaire_id", code: "required", message: "Choose a questionnaire." })
  const client = readPerson(form, "", faults)
  const partner = readPerson(form, "partner_", faults)
  const hasPartner = Object.values(partner).some(Boolean)
  const client_type = questionnaire ? clientTypeOf(questionnaire.approach) : "self"
  // The matter is about the person represented, so the representative's name does not name it.
  const default_name = client_type === "self" ? defaultName(client, partner) : ""
  const matter_name = textOf(form, "matter_name") || default_name
  if (!isVisibleLine(matter_name, 200)) {
    const message = "Enter a name for the matter, in one line of at most 200 characters."
    faults.push({ param: "matter_name", code: "required", message })
  }
  const message = readMessage(form, faults)
  const delivery = readDelivery(form)
  if (delivery === "mail" && !client.email) faults.push(emailMissing(""))
  if (delivery === "mail" && hasPartner && !partner.email) faults.push(emailMissing("partner_"))
  if (hasPartner && client_type === "representative") {
    const text = "One representative fills in this questionnaire. Leave the spouse or partner blank."
    faults.push({ param: "partner_first_name", code: "unfit_party", message: text })
  }
  faults.push(...earlierFaults(earlier, client_type))
  if (faults.length === 0) faults.push(...(await duplicateFault(req)))
  if (!questionnaire || faults.length > 0) throw badRequest(faults)

  const { id: matter_id } = await createMatter(tx, {
    questionnaire_id: questionnaire.id,
    matter_name,
    client,
  })
  if (earlier) await copyFromEarlier(req, earlier, matter_id, hasPartner ? partner : undefined)
  const invited: [Party, Person][] = [[mainPartyOf(client_type), client]]
  if (hasPartner) invited.push(["partner", partner])
  for (const [party, person] of invited) {
    const { id } = await createInvitation(tx, parts, { ...person, matter_id, party })
    if (delivery === "mail") await sendInvitation(tx, parts, id, { message })
  }
  const assignee_id = readAssignee(req)
  if (assignee_id) await assignMatter(tx, matter_id, assignee_id)
  return { to: `/console/matters/${matter_id}`, flash: { done: "matter_created" } }
}

/** The default name of a matter, from its clients: “Smith, Ada and Ben”. */
function defaultName(client: Required<Person>, partner: Required<Person>): string {
  const first = filedName(client)
  const isOneFamily = partner.last_name === "" || partner.last_name === client.last_name
  const second = isOneFamily && client.last_name !== "" ? partner.first_name : filedName(partner)
  return [first, second].filter(Boolean).join(" and ")
}

function filedName({ first_name, last_name }: Required<Person>): string {
  return [last_name, first_name].filter(Boolean).join(", ")
}

function findSameQuestionnaire(
  questionnaires: readonly QuestionnaireRow[],
  earlier: EarlierMatter | undefined,
) {
  return questionnaires.find(({ id }) => id === earlier?.matter.questionnaire_id)
}
