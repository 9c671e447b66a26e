// Facts about the entered data that a reader of the matter should notice. The lawyer decides what they mean.

import { textIn } from "../../../../definition/text.ts"
import { readFirmDay, sql, type Tx } from "../../../../platform/db/sql.ts"
import { hiddenCategories } from "../../../assets/assets.ts"
import { listStayingPlaces } from "../../../contacts/fallen-out.ts"
import type { LoadedMatter } from "../../loaded-matter.ts"
import { sharesSentence } from "../../missing/missing-sentences.ts"
import { listRequestAnswers } from "../../missing/open-items.ts"
import type { Finding } from "./finding.ts"
import { findingsOfAssets, type OwnedAsset } from "./findings-of-assets.ts"
import { findingsOfFamily } from "./findings-of-family.ts"
import { findingsOfRoles } from "./findings-of-roles.ts"

/** What the client said instead of sending a document. */
const said = {
  file: "",
  dropped: "",
  bring: " The client will bring it.",
  none: " The client does not have it.",
}

/** All findings of the matter as it is now: family, roles, assets, documents. Throws "not found". */
export async function listFindings(tx: Tx, loaded: LoadedMatter): Promise<Finding[]> {
  const { matter_id } = loaded
  const [
    today,
    visibility,
    in_doubt,
    matter,
    people,
    assignments,
    assets,
    beneficiaries,
    shares,
    given,
    staying,
  ] = await Promise.all([
    readFirmDay(tx),
    loaded.visibility(),
    loaded.in_doubt(),
    loaded.row(),
    loaded.people(),
    loaded.assignments(),
    tx.all<OwnedAsset>(sql`
      select id, for_fin_category, identifier_value, owner_type, owner_value, owners from assets
       where matter_id = ${matter_id} order by position`),
    tx.all<{ asset_id: string; contact_id: string; level: "primary" | "contingent" }>(sql`
      select asset_id, contact_id, level from asset_beneficiaries
       where matter_id = ${matter_id} order by asset_id, level desc, position`),
    loaded.incompleteShares(),
    loaded.requestStates(),
    listStayingPlaces(tx, matter_id),
  ])
  const { definition, facts, visible, alone } = visibility
  const bySender = (id: string | null) =>
    id === null ? "" : ` by ${people.find((person) => person.id === id)?.full_name || "one client"}`
  const matterFacts = {
    definition,
    visible,
    clients: facts.clients,
    matter,
    people,
    assignments,
    staying,
    in_doubt,
    today,
  }
  const hidden = new Set(hiddenCategories(visibility))
  const shown = assets.filter(({ for_fin_category }) => !hidden.has(for_fin_category))
  const isShown = (asset_id: string) => shown.some(({ id }) => id === asset_id)
  return [
    ...findingsOfFamily(matterFacts),
    ...findingsOfRoles(matterFacts),
    ...shares
      .filter(({ asset_id }) => isShown(asset_id))
      .map(({ asset_id, level, description, total, is_unread }): Finding => {
        const sentence = sharesSentence(level, description || "an asset", total, "en", is_unread)
        return { code: "shares_incomplete", where: { asset_id }, sentence }
      }),
    ...findingsOfAssets(
      matterFacts,
      shown,
      beneficiaries.filter(({ asset_id }) => isShown(asset_id)),
    ),
    ...listRequestAnswers(definition, visible, { alone, clients: facts.clients }, given)
      .filter(({ required, state }) => required && state !== "file" && state !== "dropped")
      .map(
        ({ id, label, sender, state }): Finding => ({
          code: "document_missing",
          where: { request_id: id, ...(sender !== null && { about: sender }) },
          sentence: `“${textIn(label, "en")}” is required and was not sent${bySender(sender)}.${said[state ?? "file"]}`,
        }),
      ),
  ]
}
