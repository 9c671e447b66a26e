import type { ComponentChildren } from "preact"
import { ConsolePage, type ConsolePageProps } from "../../server/web/ui/console-page.tsx"

/** The console's frame around sample content. */
export function ConsoleFrame(
  props: Pick<ConsolePageProps, "heading" | "breadcrumbs" | "tabs" | "banner"> & {
    children: ComponentChildren
  },
) {
  return (
    <ConsolePage
      firm={{ name: "Hartwell & Pryce", href: "/console" }}
      day="Nov 23, 2026"
      skip="Skip to main content"
      nav={{
        label: "Console",
        menu: "Menu",
        groups: [
          {
            items: [
              { href: "/matters", text: "Matters", icon: "folder", current: true, count: 24 },
              { href: "/questionnaires", text: "Questionnaires", icon: "list" },
            ],
          },
          {
            title: "Integrations",
            items: [
              { href: "/keys", text: "API keys", icon: "key" },
              { href: "/webhooks", text: "Webhooks", icon: "link" },
            ],
          },
          {
            title: "Firm",
            items: [
              { href: "/team", text: "Team", icon: "people" },
              { href: "/mail", text: "Email outbox", icon: "mail" },
              { href: "/audit", text: "Audit log", icon: "history" },
              { href: "/settings", text: "Settings", icon: "settings" },
            ],
          },
        ],
      }}
      search={{ href: "/search", text: "Search", keys: "Ctrl K" }}
      user={{ name: "Ruth Pryce", detail: "ruth@hartwell.example", menu: <a href="/sign-out">Sign out</a> }}
      {...props}
    />
  )
}
