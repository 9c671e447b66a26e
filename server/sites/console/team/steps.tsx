// What admins do to an account, each explained and confirmed in place.

import { listKeys } from "../../../firm/access/api/keys.ts"
import { roleNames, teamCrumb } from "../../../firm/users/console/team-words.tsx"
import { renewSetupToken } from "../../../firm/users/setup-links.ts"
import { unlinkIdentity } from "../../../firm/users/sign-in/single-sign-on.ts"
import { changeMember, getMember, listTeam, type Member } from "../../../firm/users/team.ts"
import { conversationUrl } from "../../../follow-up/conversations/console/urls.ts"
import { listMattersWithPlans } from "../../../follow-up/conversations/planned-messages.ts"
import { hiddenMattersUrl } from "../../../intake/matters/console/access/pages.tsx"
import { assigneeOptions } from "../../../intake/matters/console/assignee/field.ts"
import { deactivateMember } from "../../../intake/matters/deactivation.ts"
import { countOnlyVisibleTo } from "../../../intake/matters/parties/access-list.ts"
import { homeUrl } from "../../../intake/questionnaires/console/builder/draft.ts"
import { listUsableQuestionnaires } from "../../../intake/questionnaires/questionnaires.ts"
import { endpointUrl, shortUrl } from "../../../outputs/webhooks/console/lists.tsx"
import { listEndpoints } from "../../../outputs/webhooks/endpoints.ts"
import { conflict } from "../../../platform/errors.ts"
import { countText } from "../../../platform/text/count-text.ts"
import { list } from "../../../web/console/forms/choice-fields.tsx"
import type { Fields, Values } from "../../../web/console/forms/field.ts"
import { form, type Outcome } from "../../../web/console/forms/form.ts"
import type { FormPage } from "../../../web/console/forms/form-page.tsx"
import type { PageRequest } from "../../../web/console/page-request.ts"
import { List } from "../../../web/ui/components/list.tsx"
import { stateOf } from "../keys/pages.tsx"

/** What someone has to decide about when a member leaves, with links to where. */
async function Leftovers(req: PageRequest, member: Member) {
  const { tx } = req
  const [keys, endpoints, questionnaires, plans, hidden] = await Promise.all([
    listKeys(tx),
    listEndpoints(tx),
    listUsableQuestionnaires(tx),
    listMattersWithPlans(tx, member.id),
    countOnlyVisibleTo(tx, member.id),
  ])
  const live = keys.filter(
    (key) => key.created_by === member.id && !key.redirect_uri && stateOf(key, req) === "live",
  )
  const own = endpoints.filter(({ created_by, disabled_at }) => created_by === member.id && !disabled_at)
  const integrations = [
    ...live.map(({ id, name }) => link("API key", `/console/settings/keys/${id}`, name)),
    ...own.map((endpoint) => link("Webhook endpoint", endpointUrl(endpoint), shortUrl(endpoint.url))),
  ]
  const assigned = questionnaires
    .filter(({ default_assignee_id }) => default_assignee_id === member.id)
    .map(({ id, title }) => link("Questionnaire", `${homeUrl(id)}/settings`, title))
  const planned = plans.map(({ id, name }) => link("Matter", conversationUrl(id), name))
  const restricted = hidden > 0 ? [link("Restricted", hiddenMattersUrl, countText(hidden, "matter"))] : []
  const lists = [
    {
      says: "These keep working after the account is deactivated. Revoke or remove what the firm doesn’t need.",
      links: integrations,
    },
    { says: "Matters that other software creates from these have no assignee afterward.", links: assigned },
    {
      says: "Messages planned in these are not sent. At their time, the matter’s assignee gets a task.",
      links: planned,
    },
    { says: "No one else who works here may see these. An admin can let themselves in.", links: restricted },
  ].filter(({ links }) => links.length > 0)
  if (lists.length === 0) return null
  return (
    <div class="stack">
      {lists.map(({ says, links }) => (
        <div key={says}>
          <p>{says}</p>
          <List
            items={links.map(({ href, text, kind }) => (
              <>
                {kind}: <a href={href}>{text}</a>
              </>
            ))}
          />
        </div>
      ))}
    </div>
  )
}

const link = (kind: string, href: string, text: string) => ({ kind, href, text })

const noAssignee = "none"

/** `when` the matters move: two fields of the page of a member choose for their matters. */
export async function newAssignee(req: PageRequest, member: Member, when: string) {
  const others = (await listTeam(req.tx)).filter(({ id }) => id !== member.id)
  const matters = countText(member.assigned_matters, "open matter")
  return {
    label: `New assignee of ${matters} ${when}`,
    hint: `${matters} ${member.assigned_matters === 1 ? "is" : "are"} assigned to this person. The new assignee gets access and the emails about them.`,
    placeholder: "Choose",
    options: [
      ...assigneeOptions(others, req),
      { value: noAssignee, label: "No assignee: the admins get the emails" },
    ],
    missing: `Choose the new assignee of ${matters}.`,
  }
}

export function assigneeChosen(value = ""): string | null | undefined {
  return value === noAssignee ? null : value || undefined
}

function step<Of extends Fields>(
  words: (
    req: PageRequest,
    member: Member,
  ) => Promise<
    Pick<FormPage<Of>, "title" | "text" | "warning" | "submit" | "variant" | "fields" | "opposite">
  >,
  act: (req: PageRequest, member: Member, values: Values<Of>) => Promise<Outcome>,
) {
  return form({
    edits: true,
    open: async (req) => {
      const member = await getMember(req.tx, req.param("user_id"))
      const { id, role, deactivated_at, assigned_matters } = member
      const cancel = `${teamCrumb.href}/${id}`
      return {
        ...(await words(req, member)),
        record: member,
        state: {
          Role: roleNames[role],
          Deactivated: deactivated_at ? "Yes" : "No",
          "Open matters assigned": String(assigned_matters),
        },
        cancel,
      }
    },
    save: async (req, values, member) => ({
      about: { label: member.email },
      ...(await act(req, member, values)),
    }),
  })
}

export const setupLink = step(
  async () => ({
    title: "Create a link to set a password",
    text: [
      "The link lets this person set a new password once, within seven days. The current password works until then; earlier links stop working.",
    ],
    submit: "Create the link",
  }),
  async ({ tx, parts }, { id, email, deactivated_at }) => {
    if (deactivated_at) throw conflict("deactivated", "This account is deactivated. Reactivate it first.")
    if (parts.config.oidc_only) throw conflict("no_passwords", "Staff here sign in without a password.")
    const link = `${parts.base_url}/console/setup/${await renewSetupToken(tx, id)}`
    return { done: "link_renewed", handed: { link, email } }
  },
)

export const identityRemoval = step(
  async () => ({
    title: "Unlink the identity provider’s account",
    text: [
      "The next account that signs in through the identity provider with this person’s verified email address is linked instead. Do this when the person has a new account there.",
    ],
    submit: "Unlink",
  }),
  async ({ tx }, { id }) => {
    if (!(await unlinkIdentity(tx, id))) throw conflict("not_linked", "No account is linked anymore.")
    return { done: "identity_unlinked" }
  },
)

export const deactivation = step(
  async (req, member) => ({
    title: "Deactivate this account",
    text: [
      member.id === req.staff.user_id
        ? "You are signed out everywhere immediately and cannot sign in until another admin reactivates your account."
        : "The person is signed out everywhere and cannot sign in. Their past activity stays under their name.",
      "Emails, the calendar address, and apps they connected stop; the photo and the introduction are deleted. Tasks not done go to the assignees of their matters; mentions stay in the notes.",
      member.assigned_matters === 0 && "No open matter is assigned to this person.",
    ],
    warning: await Leftovers(req, member),
    fields: {
      ...(member.assigned_matters > 0 && {
        reassign_to: list(await newAssignee(req, member, "after the deactivation")),
      }),
    },
    submit: "Deactivate",
    variant: "danger",
  }),
  async ({ tx }, { id }, { reassign_to }) => {
    await deactivateMember(tx, id, assigneeChosen(reassign_to))
    return { done: "member_deactivated" }
  },
)

export const reactivation = step(
  async (_, { id }) => ({
    title: "Reactivate this account",
    text: [
      "The person can sign in again with their previous password. Tasks they have not done are theirs again; matters stay with their new assignees.",
    ],
    submit: "Reactivate",
    opposite: { action: `${teamCrumb.href}/${id}/deactivation`, fields: {} },
  }),
  async ({ tx }, { id }) => {
    await changeMember(tx, id, { active: true })
    return { done: "member_reactivated" }
  },
)
