// A link under which anybody may try a draft for a day: it carries its own proof, and what is shown under it is a preview,
// of which nothing is stored.
import type { KeyRing } from "../platform/secrets/key-ring.ts"

export const test_link_hours = 24

/** What a link names. */
export interface Tested {
  firm_id: string
  questionnaire_id: string
  /** The author who made the link: it works as long as they are one. */
  user_id: string
}

export interface TestLink extends Tested {
  /** When it ends, and the signature of it all. */
  proof: string
}

/** The path of a link that works for `test_link_hours`; sections follow it. */
export function newTestLink(ring: KeyRing, tested: Tested, now: Date): string {
  const expires = String(Math.floor(now.getTime() / 1000) + test_link_hours * 3600)
  return testLinkPath({ ...tested, proof: `${expires}.${ring.sign(signedText(tested, expires), purpose)}` })
}

export function testLinkPath({ firm_id, questionnaire_id, user_id, proof }: TestLink): string {
  return `/test/${firm_id}/${questionnaire_id}/${user_id}/${proof}`
}

/** What a link is good for; `forged` is any that we did not make. */
export function checkTestLink(ring: KeyRing, link: TestLink, now: Date): "open" | "expired" | "forged" {
  const [, expires = "", signature = ""] = /^(\d{1,12})\.([A-Za-z0-9_-]{43})$/.exec(link.proof) ?? []
  if (signature === "" || !ring.isSigned(signedText(link, expires), signature, purpose)) return "forged"
  return now.getTime() > Number(expires) * 1000 ? "expired" : "open"
}

const purpose = "questionnaire test"

function signedText({ firm_id, questionnaire_id, user_id }: Tested, expires: string): string {
  return `${firm_id}/${questionnaire_id}/${user_id}/${expires}`
}
