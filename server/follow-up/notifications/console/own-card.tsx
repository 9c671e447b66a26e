import { Card } from "../../../web/ui/components/card.tsx"
import { SummaryList } from "../../../web/ui/components/summary-list.tsx"
import type { OwnNotifications } from "../preferences.ts"
import { digestWords } from "./own-page.tsx"

/** The member's notification settings on the account page. */
export function NotificationsCard({ own }: { own: OwnNotifications }) {
  const emailed = Object.values(own.channels).filter((channel) => channel === "email").length
  const actions = (about: string) => [{ href: "/console/account/notifications", text: "Change", about }]
  return (
    <Card title="Notifications" id="notifications" flush>
      <SummaryList
        rows={[
          {
            key: "Emails about matters",
            value: emailed === 0 ? "None" : `For ${emailed} of ${Object.keys(own.channels).length} kinds`,
            actions: actions("your notifications"),
          },
          {
            key: "Daily summary",
            value: digestWords[own.digest],
            actions: actions("the days of the daily summary"),
          },
        ]}
      />
    </Card>
  )
}
