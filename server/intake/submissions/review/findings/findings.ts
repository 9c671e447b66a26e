// Facts about the entered data that a reader of the matter should notice. The lawyer decides what they mean.

import { textIn } from "../../../../definition/text.ts"
import type { Tx } from "../../../../platform/db/sql.ts"
import { hiddenCategories } from "../../../assets/assets.ts"
import { listStayingPlaces, reasonToAsk, type Staying } from "../../../contacts/fallen-out.ts"
import type { RequestState } from "../../../documents/document-choices.ts"
import type { LoadedMatter } from "../../loaded-matter.ts"
import { sharesSentence } from "../../missing/missing-sentences.ts"
import { listRequestAnswers } from "../../missing/open-items.ts"
import type { Finding, FindingCode } from "./finding.ts"
import { findingsOfAssets } from "./findings-of-assets.ts"
import { findingsOfFamily } from "./findings-of-family.ts"
import { findingsOfRoles } from "./findings-of-roles.ts"

/** What the client said instead of sending a document. */
const said = {
  bring: " The client will bring it.",
  none: " The client does not have it.",
}

/** What each kind of finding follows from. */
const sources: Record<FindingCode, "family" | "roles" | "shares" | "assets" | "documents"> = {
  partner_missing: "family",
  children_differ: "family",
  answers_in_doubt: "family",
  minor_without_guardian: "family",
  serves_deceased: "roles",
  serves_divorced: "roles",
  serves_minor: "roles",
  serves_client: "roles",
  successor_missing: "roles",
  shares_incomplete: "shares",
  beneficiary_deceased: "assets",
  beneficiary_divorced: "assets",
  beneficiary_minor: "assets",
  beneficiary_owner: "assets",
  beneficiary_duplicate: "assets",
  owner_unknown: "assets",
  document_missing: "documents",
}

/** The findings of the matter as it is now, all or those with some codes: only what they need is read. Throws "not found". */
export async function listFindings(
  tx: Tx,
  loaded: LoadedMatter,
  codes: ReadonlySet<string> = new Set(Object.keys(sources)),
): Promise<Finding[]> {
  const wanted = Object.entries(sources).flatMap(([code, source]) => (codes.has(code) ? source : []))
  if (wanted.length === 0) return []
  const isOf = (...some: typeof wanted) => some.some((source) => wanted.includes(source))
  const [visibility, in_doubt, matter, people, assignments, assets, shares, given, staying] =
    await Promise.all([
      loaded.visibility(),
      loaded.in_doubt(),
      loaded.row(),
      loaded.people(),
      isOf("family", "roles") ? loaded.assignments() : [],
      isOf("assets", "shares") ? loaded.assets() : [],
      isOf("shares") ? loaded.incompleteShares() : [],
      isOf("documents") ? loaded.requestStates() : new Map<string, RequestState>(),
      isOf("assets", "roles") ? readStaying(tx, loaded) : new Map<string, Staying>(),
    ])
  const { definition, facts, visible, alone, today } = visibility
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
  const findings = [
    ...findingsOfFamily(matterFacts),
    ...findingsOfRoles(matterFacts),
    ...shares
      .filter(({ asset_id }) => isShown(asset_id))
      .map(({ asset_id, level, description, total, is_unread }): Finding => {
        const sentence = sharesSentence(level, description || "an asset", total, "en", is_unread)
        return { code: "shares_incomplete", where: { asset_id }, sentence }
      }),
    ...findingsOfAssets(matterFacts, shown),
    ...listRequestAnswers(definition, visible, { alone, clients: facts.clients }, given).flatMap(
      ({ id, label, required, sender, state }): Finding[] => {
        if (!required || state === "file" || state === "dropped" || state === "awaited") return []
        const where = { request_id: id, ...(sender !== null && { about: sender }) }
        const sentence = `“${textIn(label, "en")}” is required and was not sent${bySender(sender)}.${state ? said[state] : ""}`
        return [{ code: "document_missing", where, sentence }]
      },
    ),
  ]
  return findings.filter(({ code }) => codes.has(code))
}

/** Where clients keep people they were asked about; nothing is read while no one is to be asked about. */
async function readStaying(tx: Tx, { matter_id, people }: LoadedMatter) {
  return (await people()).some(reasonToAsk) ? listStayingPlaces(tx, matter_id) : new Map<string, Staying>()
}
