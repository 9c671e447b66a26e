import { Banner } from "../../ui/components/banner.tsx"

/** On every page that speaks of mails, where none is sent. */
export function NoMailServer() {
  return (
    <Banner tone="warning" title="There is no mail server: no email is sent.">
      <p>
        Emails wait in the outbox, where admins can read them. Copy links and hand them over yourself, or ask
        whoever runs this service to set FOYER_SMTP_URL.
      </p>
    </Banner>
  )
}
