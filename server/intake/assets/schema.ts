import Type, { type Static } from "typebox"
import { exactly, Nullable } from "../../platform/http/shapes.ts"
import { GeneralCategory } from "../questionnaires/schema.ts"

const Decimal = (description: string) => Type.String({ description, examples: ["1250000.00"] })

export type Beneficiary = Static<typeof Beneficiary>
export const Beneficiary = exactly(
  {
    contact: Type.String({ examples: ["contact_0192F0C47B3A7C11A0B1C2D3E4F50607"] }),
    share: Type.String({
      description: "A percentage as an exact decimal with two places.",
      examples: ["33.33"],
    }),
    level: Type.Enum(["primary", "contingent"]),
  },
  { title: "Beneficiary" },
)

export type AssetOwner = Static<typeof AssetOwner>
export const AssetOwner = exactly(
  {
    contact: Nullable(
      Type.String({
        description: "Null for an owner who is not one of the matter's people, such as a trust.",
        examples: ["contact_0192F0C47B3A7C11A0B1C2D3E4F50607"],
      }),
    ),
    name: Type.String(),
    share: Nullable(
      Type.String({
        description: "A percentage as an exact decimal with two places. Null where it is not known.",
        examples: ["60.00"],
      }),
    ),
  },
  { title: "Owner of an asset" },
)

export type Asset = Static<typeof Asset>
export const Asset = exactly(
  {
    id: Type.String({ examples: ["asset_0192F0C47B3A7C11A0B1C2D3E4F50607"] }),
    for_matter: Type.String(),
    for_fin_category: Type.String(),
    general_category: GeneralCategory,
    identifier_label: Type.String({ examples: ["Address"] }),
    identifier_value: Type.String(),
    owner_label: Type.String({ examples: ["Owner"] }),
    owner_value: Type.String({
      description: "The names of the owners.",
      examples: ["Ada Smith and Ben Smith"],
    }),
    credit_label: Type.String({ examples: ["Value"] }),
    credit_value: Decimal("The asset's value: an exact decimal with two places."),
    debit_label: Nullable(Type.String({ description: "Null when the category does not ask for a debt." })),
    debit_value: Decimal("The debt on the asset: an exact decimal with two places."),
    net_value: Decimal("`credit_value` minus `debit_value`."),
    additional_fields: Type.Array(
      exactly({ id: Type.String(), prompt: Type.String(), answer: Type.String() }),
      { description: "All additional fields of the category, in its order. A missing answer is empty." },
    ),
    beneficiaries: Nullable(
      Type.Array(Beneficiary, { description: "Null when the category does not ask for beneficiaries." }),
    ),
  },
  { title: "Asset" },
)

/** With what the contract's Asset has no field for. */
export type OwnedAsset = Static<typeof OwnedAsset>
export const OwnedAsset = exactly(
  {
    ...Asset.properties,
    owners: Type.Array(AssetOwner, {
      description: "The owners one by one. Empty if they are not known.",
    }),
  },
  { title: "Asset with its owners" },
)

export type AssetList = Static<typeof AssetList>
export const AssetList = exactly(
  { matter: Type.String(), assets: Type.Array(Asset) },
  { title: "Assets of a matter", description: "Everything the clients own and owe." },
)
