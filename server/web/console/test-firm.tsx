// A test firm sends no email, and each of its pages says so.
import { createContext } from "preact"
import type { Staff } from "../../firm/access/console.ts"
import type { Parts } from "../../parts.ts"
import { Banner } from "../ui/components/banner.tsx"
import { IfPermitted } from "../ui/components/button.tsx"

export const TestFirmContext = createContext(false)

/** For pages of a test firm, there is no mail server. */
export function partsFor(parts: Parts, { firm }: Staff): Parts {
  return firm.is_test ? { ...parts, config: { ...parts.config, smtp_url: undefined } } : parts
}

export function TestFirmBanner() {
  const outbox = "/console/settings/email"
  return (
    <Banner
      tone="neutral"
      title="Test firm: no email is sent."
      actions={
        <IfPermitted href={outbox} method="GET">
          <a href={outbox}>Read its emails</a>
        </IfPermitted>
      }
    />
  )
}
