import { type Scope, scopes } from "../../access/keys.ts"
import { Card } from "../../ui/components/card.tsx"
import { CheckboxGroup } from "../../ui/components/checkbox-group.tsx"
import { SelectField } from "../../ui/components/select-field.tsx"
import { TextField } from "../../ui/components/text-field.tsx"
import { faultAt, fieldOf, type PageRequest, type RefusedForm, tickedOr } from "../page-request.ts"
import { CancelableForm } from "../submit-or-cancel.tsx"
import type { View } from "../view.tsx"
import { keysCrumb } from "./keys-page.tsx"

export const scopeWords: Record<Scope, { label: string; hint: string }> = {
  "matters:read": {
    label: "Read matters",
    hint: "Including people, assets, roles, answers, messages with the names of attached files, but no sensitive answers in plain text",
  },
  "matters:write": { label: "Create matters", hint: "Including inviting clients" },
  "documents:read": { label: "Read documents", hint: "Including downloads" },
  "questionnaires:read": { label: "Read questionnaires", hint: "Including financial categories" },
  "events:read": { label: "Read events", hint: "The history of matters" },
  "users:read": { label: "Read users", hint: "The email address of the user who caused an event" },
  "webhooks:write": {
    label: "Manage webhooks",
    hint: "Send events to an address, with “Read events”, and stop sending what was set up through the API",
  },
  "answers:sensitive": {
    label: "Read sensitive answers in plain text",
    hint: "Social Security numbers and other answers that staff see only after “Reveal”; without it, they are masked",
  },
}

export const lifetimes = [
  { value: "", label: "Never" },
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In a year" },
] as const

export async function newKeyPage(_: PageRequest, refused?: RefusedForm): Promise<View> {
  return {
    title: "New API key",
    breadcrumbs: [keysCrumb],
    refused,
    body: (
      <Card>
        <CancelableForm cancel="/console/keys" submit="Create the key">
          <TextField
            {...fieldOf(refused, "name")}
            label="Name"
            hint="The software that will use it, such as “Practice management”."
            autocomplete="off"
            maxlength={100}
            width={30}
          />
          <CheckboxGroup
            id="scopes"
            label="Permissions"
            hint="Grant only what the software needs."
            values={tickedOr(refused, "scopes", [])}
            error={faultAt(refused, "scopes")}
            options={scopes.map((scope) => ({
              value: scope,
              label: scopeWords[scope].label,
              hint: (
                <>
                  {scopeWords[scope].hint} · <code>{scope}</code>
                </>
              ),
            }))}
          />
          <SelectField {...fieldOf(refused, "expires")} label="Expires" options={lifetimes} />
        </CancelableForm>
      </Card>
    ),
  }
}
