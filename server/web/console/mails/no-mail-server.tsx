import { useContext } from "preact/hooks"
import { Banner } from "../../ui/components/banner.tsx"
import { Details } from "../../ui/components/card.tsx"
import { TestFirmContext } from "../test-firm.tsx"

/** Shown on pages about emails if there is no mail server. On those of a test firm, its own banner says so. */
export function NoMailServer() {
  if (useContext(TestFirmContext)) return null
  return (
    <Banner tone="warning" title="No email is sent because there is no mail server.">
      <p>
        Emails stay in the outbox, where admins can read them, sign-in codes included; the audit log records
        it. Copy links and send them yourself, or ask the person who runs this service to set up a mail
        server.
      </p>
      <Details summary="For the person who runs this service">
        <p>
          Set <code>FOYER_SMTP_URL</code>.
        </p>
      </Details>
    </Banner>
  )
}
