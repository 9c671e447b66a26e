// A signed link that lets anyone try a draft for a day without signing in. It shows a preview; nothing is stored.
import type { KeyRing } from "../../platform/secrets/key-ring.ts"

export const test_link_hours = 24

export interface TestLinkTarget {
  firm_id: string
  questionnaire_id: string
  /** Who created the link. It stops working when they lose the author role. */
  user_id: string
}

export interface TestLink extends TestLinkTarget {
  /** The time of expiry, in Unix seconds, and a signature over everything. */
  proof: string
}

/** The base path of a link that works for `test_link_hours`. */
export function newTestLink(ring: KeyRing, target: TestLinkTarget, now: Date): string {
  const expires = String(Math.floor(now.getTime() / 1000) + test_link_hours * 3600)
  return testLinkPath({ ...target, proof: `${expires}.${ring.sign(signedText(target, expires), purpose)}` })
}

export function testLinkPath({ firm_id, questionnaire_id, user_id, proof }: TestLink): string {
  return `/test/${firm_id}/${questionnaire_id}/${user_id}/${proof}`
}

/** Verifies a link; `forged` means that the signature does not match. */
export function checkTestLink(ring: KeyRing, link: TestLink, now: Date): "open" | "expired" | "forged" {
  const [, expires = "", signature = ""] = /^(\d{1,12})\.([A-Za-z0-9_-]{43})$/.exec(link.proof) ?? []
  if (signature === "" || !ring.isSigned(signedText(link, expires), signature, purpose)) return "forged"
  return now.getTime() > Number(expires) * 1000 ? "expired" : "open"
}

const purpose = "questionnaire test"

function signedText({ firm_id, questionnaire_id, user_id }: TestLinkTarget, expires: string): string {
  return `${firm_id}/${questionnaire_id}/${user_id}/${expires}`
}
