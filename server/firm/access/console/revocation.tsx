import { conflict, found } from "../../../platform/errors.ts"
import { form } from "../../../web/console/forms/form.ts"
import type { PageRequest } from "../../../web/console/page-request.ts"
import { When } from "../../../web/console/times.tsx"
import { type KeyRow, listKeys, revokeKey } from "../api/keys.ts"
import { keysCrumb } from "./new-key.tsx"

export async function findKey({ tx, param }: PageRequest): Promise<KeyRow> {
  return found((await listKeys(tx)).find(({ id }) => id === param("key_id")))
}

export const revocation = form({
  open: async (req) => {
    const key = await findKey(req)
    return {
      title: "Revoke this key",
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
      cancel: `${keysCrumb.href}/${key.id}`,
    }
  },
  save: async ({ tx }, _, { id, name }) => {
    if (!(await revokeKey(tx, id))) throw conflict("already_revoked", "This key has already been revoked.")
    return { done: "key_revoked", about: { label: name } }
  },
})
