import type { ComponentChildren } from "preact"
import { initialsOf } from "../../../definition/people/names.ts"
import { withoutZeros } from "../../../definition/values/amounts.ts"
import type { Form } from "../../../platform/http/responses/pages.ts"
import { textOf } from "../../../web/portal/form.ts"
import { Banner } from "../../../web/ui/components/banner.tsx"
import type { Field } from "../../portal/fields/field.ts"
import type { ParsedForm } from "../../portal/fields/form-fields.ts"
import { livingPeople } from "../../portal/fields/pickable-people.ts"
import type { PageRequest } from "../../portal/page-request.ts"
import type { AssetRecord } from "../assets.ts"
import { areSharesWrong, ownerShareField } from "../owners.ts"

/** What all fields of an asset have. */
export type Common = (
  name: string,
  label: string,
  stored: string | null | undefined,
) => Omit<Field, "type" | "value"> & { value: string | null }

/** The people who own an asset, and their shares. A helper does not see them, and names owners in words. */
export async function ownerFields(req: PageRequest, common: Common, asset?: AssetRecord): Promise<Field[]> {
  if (req.client.is_limited) return []
  const words = req.words.assets
  const owners = asset?.owners ?? []
  const chosen = owners.map(({ contact }) => contact)
  const people = await livingPeople(req, chosen)
  const isNamed = asset?.owner_type !== "other" || owners.length > 0 || asset.owner_value !== ""
  return [
    {
      ...common("owners", words.owners_label, null),
      type: "many_of",
      hint: words.owners_hint,
      required: true,
      alternatives: ["owner_value"],
      people,
      options: people.map(({ contact_id, name, hint }) => {
        return { value: contact_id, label: name, hint, initials: initialsOf(name) }
      }),
      value: chosen,
      given: asset !== undefined && isNamed,
      reveals: Object.fromEntries(
        people.map(({ contact_id }) => [contact_id, [ownerShareField(contact_id)]]),
      ),
    },
    ...people.map(({ contact_id, name }) => {
      const share = owners.find(({ contact }) => contact === contact_id)?.share
      return {
        ...common(ownerShareField(contact_id), words.share(name), share && withoutZeros(share)),
        type: "percentage" as const,
        is_cell: true,
      }
    }),
  ]
}

/** The page again, if the owners' shares that were typed do not add up. */
export function askAboutShares(req: PageRequest, form: Form, { edits }: ParsedForm): ComponentChildren {
  if (textOf(form, "owner_type") !== "other") return undefined
  const typedAt = (name: string) => edits.find(({ field }) => field === name)?.value
  const owners = typedAt("owners")
  const shares = (Array.isArray(owners) ? owners : []).map((id) => typedAt(ownerShareField(String(id))))
  const isWrong = areSharesWrong(
    shares.map((share) => (typeof share === "string" ? share : null)),
    Boolean(typedAt("owner_value")),
  )
  return (
    isWrong && (
      <Banner tone="warning" role="alert">
        <p>{req.words.assets.owner_shares_wrong}</p>
      </Banner>
    )
  )
}
