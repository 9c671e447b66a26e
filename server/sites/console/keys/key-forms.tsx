import {
  createKey,
  type KeyRow,
  listKeys,
  revokeKey,
  type Scope,
  scopes,
} from "../../../firm/access/api/keys.ts"
import { shortUrl, webhooksCrumb } from "../../../outputs/webhooks/console/lists.tsx"
import { listEndpointsOfKey } from "../../../outputs/webhooks/endpoints.ts"
import { later } from "../../../platform/clock.ts"
import { conflict, found } from "../../../platform/errors.ts"
import { checkboxes, list } from "../../../web/console/forms/choice-fields.tsx"
import { form } from "../../../web/console/forms/form.ts"
import { line } from "../../../web/console/forms/text-fields.tsx"
import type { PageRequest } from "../../../web/console/page-request.ts"
import { When } from "../../../web/console/times.tsx"

export const keysCrumb = { text: "API keys", href: "/console/settings/keys" }

export const scopeWords: Record<Scope, { label: string; hint: string }> = {
  "matters:read": {
    label: "Read matters",
    hint: "Including people, assets, roles, answers, messages with the names of attached files, but no sensitive answers in plain text",
  },
  "matters:write": {
    label: "Create and change matters",
    hint: "Invite clients and end invitations, send messages, prefill, complete, close and reopen matters, change filing, request corrections and documents, save document sets, and upload files",
  },
  "documents:read": {
    label: "Read documents",
    hint: "Including downloads, requested documents, which parts are answered alone, and, with “Read matters”, records, memos and workbooks",
  },
  "questionnaires:read": { label: "Read questionnaires", hint: "Including financial categories" },
  "events:read": { label: "Read events", hint: "The history of matters" },
  "users:read": { label: "Read users", hint: "The email address of the user who caused an event" },
  "webhooks:write": {
    label: "Manage webhooks",
    hint: "Send events to an address, with “Read events”, and change or stop what was set up through the API",
  },
  "answers:sensitive": {
    label: "Read sensitive answers in plain text",
    hint: "Social Security numbers and other answers that staff see only after “Reveal”; without it, they are masked",
  },
}

const lifetimes = [
  { value: "", label: "Never" },
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In a year" },
] as const

export const newKeyForm = form({
  open: async () => ({
    title: "New API key",
    fields: {
      name: line({
        label: "Name",
        hint: "The software that will use it, such as “Practice management”.",
        max: 100,
        width: 30,
        missing: "Enter a name, in at most 100 characters.",
      }),
      scopes: checkboxes({
        label: "Permissions",
        hint: "Grant only what the software needs.",
        options: scopes.map((value) => ({
          value,
          label: scopeWords[value].label,
          hint: (
            <>
              {scopeWords[value].hint} · <code>{value}</code>
            </>
          ),
        })),
        missing: "Choose at least one permission.",
      }),
      expires: list({ label: "Expires", options: lifetimes, value: "" }),
    },
    submit: "Create the key",
  }),
  save: async ({ tx }, { name, scopes, expires }) => {
    const lifetime_ms = Number(expires) * 24 * 3_600_000
    const expires_at = lifetime_ms > 0 ? later(tx.now, { ms: lifetime_ms }) : undefined
    const { id, token } = await createKey(tx, { name, scopes, expires_at })
    return {
      done: "key_created",
      to: `/console/settings/keys/${id}`,
      handed: { token },
      about: { record_id: id, label: name },
    }
  },
})

export async function findKey({ tx, param }: PageRequest): Promise<KeyRow> {
  return found((await listKeys(tx)).find(({ id }) => id === param("key_id")))
}

export const revocation = form({
  open: async (req) => {
    const key = await findKey(req)
    const sending = key.scopes.includes("webhooks:write") ? await listEndpointsOfKey(req.tx, key.id) : []
    return {
      title: key.redirect_uri ? "End this connection" : "Revoke this key",
      text: [
        `${key.redirect_uri ? "The app" : "Software that uses it"} is refused from the next request on. You can’t undo this, but you can ${key.redirect_uri ? "connect the app again" : "create a new key"}.`,
        key.last_used_at && (
          <>
            It was last used <When at={key.last_used_at} req={req} in_text />.
          </>
        ),
        sending.length > 0 && (
          <>
            Events go on to the addresses that it set up. Remove what the firm doesn’t need under{" "}
            <a href={webhooksCrumb.href}>{webhooksCrumb.text}</a>:{" "}
            {sending.map(({ url }) => shortUrl(url)).join(", ")}.
          </>
        ),
      ],
      record: key,
      submit: key.redirect_uri ? "End the connection" : "Revoke the key",
      variant: "danger",
      cancel: `${keysCrumb.href}/${key.id}`,
    }
  },
  save: async ({ tx }, _, { id, name, redirect_uri }) => {
    if (!(await revokeKey(tx, id))) throw conflict("already_revoked", "This has already been revoked.")
    return { done: redirect_uri ? "app_ended" : "key_revoked", about: { label: name } }
  },
})
