import type { ComponentChildren } from "preact"
import { PageHeading, type PageHeadingProps } from "../../server/web/ui/components/page-heading.tsx"
import { ConsolePage, type ConsolePageProps } from "../../server/web/ui/console-page.tsx"

/** The console's frame around sample content. */
export function ConsoleFrame(
  props: Pick<ConsolePageProps, "breadcrumbs" | "tabs" | "banner"> & {
    heading: PageHeadingProps
    children: ComponentChildren
  },
) {
  return (
    <ConsolePage
      firm={{ name: "Hartwell & Pryce", href: "/console" }}
      day="Nov 23, 2026"
      printed="Matters"
      skip="Skip to main content"
      nav={{
        label: "Console",
        menu: "Menu",
        items: [
          { href: "/matters", text: "Matters", icon: "folder", current: true },
          { href: "/questionnaires", text: "Questionnaires", icon: "list" },
          { href: "/settings", text: "Settings", icon: "settings" },
        ],
      }}
      search={{ href: "/search", text: "Search", keys: "Ctrl K" }}
      user={{ name: "Ruth Pryce", detail: "ruth@hartwell.example", menu: <a href="/sign-out">Sign out</a> }}
      {...props}
      heading={<PageHeading {...props.heading} />}
    />
  )
}
