import type { OwnNotifications } from "../../notifications/preferences.ts"
import { Card } from "../../ui/components/card.tsx"
import { SummaryList } from "../../ui/components/summary-list.tsx"
import { digestWords } from "./own-page.tsx"

/** On the account page: what one has chosen, in two lines. */
export function NotificationsCard({ own }: { own: OwnNotifications }) {
  const mailed = Object.values(own.channels).filter((channel) => channel === "email").length
  const actions = (about: string) => [{ href: "/console/account/notifications", text: "Change", about }]
  return (
    <Card title="Notifications" id="notifications" flush>
      <SummaryList
        rows={[
          {
            key: "Emails about matters",
            value: mailed === 0 ? "None" : `For ${mailed} of ${Object.keys(own.channels).length} kinds`,
            actions: actions("what you are notified of"),
          },
          {
            key: "Daily summary",
            value: digestWords[own.digest],
            actions: actions("when the daily summary comes"),
          },
        ]}
      />
    </Card>
  )
}
