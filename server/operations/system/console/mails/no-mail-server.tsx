import { Banner } from "../../../../web/ui/components/banner.tsx"

/** Shown on pages about emails if there is no mail server. */
export function NoMailServer() {
  return (
    <Banner tone="warning" title="No email is sent because there is no mail server.">
      <p>
        Emails stay in the outbox, where admins can read them. Copy links and send them yourself, or ask the
        person who runs this service to set FOYER_SMTP_URL.
      </p>
    </Banner>
  )
}
