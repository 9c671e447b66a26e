import { conflict } from "../../../platform/errors.ts"
import { form } from "../../../web/console/forms/form.ts"
import { When } from "../../../web/console/times.tsx"
import { revokeKey } from "../api/keys.ts"
import { findKey } from "./key-page.tsx"
import { keysCrumb } from "./keys-page.tsx"

export const revocation = form({
  open: async (req) => {
    const key = await findKey(req)
    const cancel = `/console/keys/${key.id}`
    return {
      title: "Revoke this key?",
      breadcrumbs: [keysCrumb, { text: key.name, href: cancel }],
      heading: { caption: `${key.name} (…${key.token_end})` },
      text: [
        "Software that uses it is refused from the next request on. You can’t undo this, but you can create a new key.",
        key.last_used_at && (
          <>
            It was last used <When at={key.last_used_at} req={req} />.
          </>
        ),
      ],
      record: key,
      submit: "Revoke the key",
      variant: "danger",
      cancel,
    }
  },
  save: async ({ tx }, _, { id, name }) => {
    if (!(await revokeKey(tx, id))) throw conflict("already_revoked", "This key has already been revoked.")
    return { done: "key_revoked", about: { label: name } }
  },
})
