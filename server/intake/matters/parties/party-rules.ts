import type { Party } from "./parties.ts"

/** Why `party` cannot be invited to a matter of this kind, as a sentence; undefined when it can. Pure. */
export function findPartyFault(client_type: "self" | "representative", party: Party): string | undefined {
  if (party === "helper") return undefined
  if (client_type === "self") {
    return party === "representative"
      ? 'This questionnaire is filled in by the client, so there is no "representative" to invite. Invite "main" or "partner".'
      : undefined
  }
  return party === "representative"
    ? undefined
    : `This questionnaire is filled in by a representative, so "${party}" cannot be invited. Invite "representative".`
}

/** The party that fills a matter in. */
export function mainPartyOf(client_type: "self" | "representative"): Party {
  return client_type === "self" ? "main" : "representative"
}
