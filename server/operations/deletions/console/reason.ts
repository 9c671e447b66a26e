import { text } from "../../../web/console/forms/text-fields.tsx"

/** The certificate is kept forever, so the reason should not name people. */
export const certificateHint =
  "It stays on the certificate forever, so don’t name people: “Seven years after closing”, “The client asked for it”."

const max_characters = 500

/** The reason for a deletion or a legal hold. */
export function reasonField(hint: string) {
  return text({
    label: "Why?",
    hint,
    rows: 2,
    max: max_characters,
    is_limited: true,
    missing: `Enter a reason, in at most ${max_characters} characters.`,
  })
}
