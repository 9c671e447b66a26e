import type { Weight } from "../../../../definition/people/relationships.ts"
import type { Tone } from "../../../../web/ui/components/tag.tsx"
import type { Decision } from "../../conflict-checks.ts"
import type { Reason } from "../../reasons.ts"

/** The strongest role of the people with a name. */
export const weightWords: Record<Weight, string> = {
  1: "Other side: former spouse, business partner, creditor or tenant",
  2: "Client, spouse or representative",
  3: "Family or other",
  4: "Advisor or charity",
}

export const reasonWords: Record<Reason, string> = {
  same: "Same name",
  reordered: "Same words in another order",
  detail: "Same email or phone",
  contained: "One name is part of the other",
  nearly: "A letter, an initial or a middle name differs",
  alike: "Similar spelling",
}

export const decisionWords: Record<Decision, { text: string; hint: string; tone: Tone }> = {
  none: { text: "No conflict", hint: "Nothing prevents the firm from acting.", tone: "success" },
  possible: { text: "Possible conflict", hint: "A colleague needs to review it.", tone: "warning" },
  conflict: {
    text: "Conflict",
    hint: "The firm must not act without consent, or not at all.",
    tone: "danger",
  },
}
