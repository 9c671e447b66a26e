import { linkFormUrl } from "../../../intake/matters/invitations/own-links.ts"
import type { Words } from "../../../web/portal/words/en.ts"
import { Actions, Button } from "../../../web/ui/components/button.tsx"
import { TextField } from "../../../web/ui/components/text-field.tsx"

/**
 * Asks for an email address and sends it the links of its invitations by the firm at `place`, or by any firm if that is
 * empty. With a `level`, it has its own heading.
 */
export function LinkForm({
  place,
  words: { links, entry },
  level,
  typed,
}: {
  place: string
  words: Words
  level?: 2
  typed?: { email: string; error: string } | undefined
}) {
  return (
    <form method="post" action={linkFormUrl(place)} noValidate>
      {level && <h2>{links.title}</h2>}
      <TextField
        id="email"
        type="email"
        inputmode="email"
        autocomplete="email"
        label={entry.email_label}
        hint={links.hint}
        value={typed?.email}
        error={typed?.error}
      />
      <Actions>
        <Button wide icon="mail">
          {links.send}
        </Button>
      </Actions>
    </form>
  )
}
