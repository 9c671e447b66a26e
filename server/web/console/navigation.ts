// Every console page that belongs to no record: the one table behind the sidebar, the search palette and the "g" shortcuts.
// A long file, because it is one table.
import type { Staff } from "../../firm/access/console.ts"
import type { IconName } from "../ui/components/icon.tsx"
import type { NavItem } from "../ui/console-page.tsx"
import { mayUse } from "./route-roles.ts"

/** A page that belongs to no record. */
export interface NavEntry {
  href: string
  text: string
  group: "Work" | "Integrations" | "Firm" | "You"
  /** Pages with an icon appear in the sidebar. */
  icon?: IconName
  /** The key to press after "g". */
  key?: string
  /** The entry is current on every page below this address; defaults to its own address. */
  within?: string
  /** Other words people search for it by. */
  also?: string
}

/** The target of the bell in the sidebar. */
export const inboxUrl = "/console/inbox"

const entriesByGroup: Record<NavEntry["group"], readonly Omit<NavEntry, "group">[]> = {
  Work: [
    {
      href: "/console",
      text: "Home",
      icon: "check-circle",
      key: "h",
      // Nothing is below it: its address is the beginning of all others.
      within: "/console?",
      also: "needs you queue to do today",
    },
    { href: inboxUrl, text: "Notifications", key: "b", also: "bell inbox unread news mentions" },
    { href: "/console/matters", text: "Matters", icon: "folder", key: "m", also: "clients files" },
    { href: "/console/matters/new", text: "New matter", key: "n", also: "add create invite client" },
    {
      href: "/console/inquiries",
      text: "Inquiries",
      icon: "mail",
      key: "l",
      also: "leads requests start page prospects new clients",
    },
    {
      href: "/console/conflicts",
      text: "Conflict check",
      icon: "people",
      key: "c",
      also: "conflicts of interest duplicates names",
    },
    {
      href: "/console/reports",
      text: "Reports",
      icon: "chart",
      key: "r",
      also: "figures statistics funnel numbers load median",
    },
    { href: "/console/questionnaires", text: "Questionnaires", icon: "list", key: "q", also: "forms" },
    {
      href: "/console/questionnaires/import",
      text: "Import a questionnaire or questions",
      also: "library bank upload file",
    },
    { href: "/console/questionnaires/library", text: "Library", also: "our questions bank templates" },
    { href: "/console/imports", text: "Imported matters", also: "csv upload table migrate" },
    { href: "/console/imports/new", text: "Import matters", also: "csv upload table migrate add" },
    {
      href: "/console/agreements",
      text: "Agreements",
      icon: "edit",
      also: "sign signature esign engagement letter consent joint representation",
    },
    { href: "/console/agreements/new", text: "New agreement", also: "add create sign engagement letter" },
    {
      href: "/console/document-templates",
      text: "Document templates",
      icon: "file",
      key: "d",
      also: "letters word docx agreements deeds",
    },
    {
      href: "/console/document-templates/new",
      text: "Upload a document template",
      also: "add create word docx letter",
    },
    {
      href: "/console/document-templates/fields",
      text: "Fields for templates",
      also: "merge placeholders word docx",
    },
    { href: "/console/exports", text: "Exports", icon: "download", key: "e", also: "download csv zip" },
  ],
  Integrations: [
    { href: "/console/keys", text: "API keys", icon: "key", key: "i", also: "token interface" },
    { href: "/console/keys/new", text: "New API key", also: "add create token" },
    { href: "/console/keys/requests", text: "Requests by API", also: "log errors failed integration" },
    {
      href: "/console/webhooks",
      text: "Webhooks",
      icon: "link",
      key: "w",
      also: "endpoints deliveries events",
    },
    { href: "/console/webhooks/new", text: "New webhook endpoint", also: "add create" },
  ],
  Firm: [
    { href: "/console/team", text: "Team", icon: "people", key: "t", also: "members staff" },
    { href: "/console/team/new", text: "Invite a colleague", also: "add member staff" },
    {
      href: "/console/notifications",
      text: "Notification rules",
      icon: "bell",
      also: "emails to colleagues staff rules",
    },
    {
      href: "/console/reminders",
      text: "Reminders",
      icon: "clock",
      also: "emails to clients schedule chase",
    },
    { href: "/console/mails", text: "Email outbox", icon: "mail", key: "o", also: "emails sent" },
    {
      href: "/console/client-emails",
      text: "Client emails",
      also: "words wording templates placeholders invitation reminder code receipt texts spanish",
    },
    { href: "/console/mails/test", text: "Send a test email", also: "smtp mail server try" },
    { href: "/console/audit", text: "Audit log", icon: "history", key: "a", also: "history activity" },
    { href: "/console/retention", text: "Retention", icon: "trash", also: "keep delete old matters" },
    { href: "/console/deleted-matters", text: "Deleted matters", also: "trash restore certificate" },
    { href: "/console/restricted-matters", text: "Restricted matters", also: "ethical wall access let in" },
    {
      href: "/console/firm-exports",
      text: "Export everything",
      icon: "download",
      also: "archive backup leave whole firm zip all data",
    },
    { href: "/console/system", text: "System", icon: "info", also: "version health queue disk storage" },
    {
      href: "/console/firm",
      text: "Settings",
      icon: "settings",
      key: "s",
      also: "firm name color time zone",
    },
    { href: "/console/firm/logo", text: "Logo", also: "picture brand upload" },
  ],
  You: [
    { href: "/console/account", text: "Your account", key: "y", also: "profile sessions sign out" },
    {
      href: "/console/account/notifications",
      text: "Your notifications",
      also: "emails summary digest preferences",
    },
    { href: "/console/account/name", text: "Change your name" },
    { href: "/console/account/email", text: "Change your email address", also: "e-mail" },
    { href: "/console/account/password", text: "Change your password" },
    { href: "/console/account/passkeys/new", text: "Add a passkey" },
    {
      href: "/console/account/second-step",
      text: "Two-factor authentication",
      also: "2fa authenticator second step",
    },
    { href: "/console/keyboard", text: "Keyboard shortcuts", also: "keys help" },
    { href: "/console/search", text: "Search", key: "f", also: "find" },
  ],
}

export const navItems: readonly NavEntry[] = (["Work", "Integrations", "Firm", "You"] as const).flatMap(
  (group) => entriesByGroup[group].map((entry) => ({ ...entry, group })),
)

/** The pages this role may open, according to their routes. */
export function navItemsOf({ role }: Pick<Staff, "role">): NavEntry[] {
  const may = mayUse(role, "")
  return navItems.filter(({ href }) => may("GET", href))
}

interface Group {
  title?: string
  items: NavItem[]
}

/** The groups of the sidebar, with the entry of the page at `url` marked as current. */
export function navigation(staff: Pick<Staff, "role">, url: string): Group[] {
  const path = url.split("?")[0] ?? ""
  const shown = navItemsOf(staff).filter(({ icon }) => icon)
  return (["Work", "Integrations", "Firm"] as const)
    .map((group) => ({
      title: group === "Work" ? undefined : group,
      items: shown
        .filter((item) => item.group === group)
        .map(({ href, text, icon, within = `${href}/` }) => ({
          href,
          text,
          icon,
          current: path === href || (href !== "/console" && path.startsWith(within)),
        })),
    }))
    .filter(({ items }) => items.length > 0)
}
