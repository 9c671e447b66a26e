// Where the console leads: the one table behind the side of every page, the search, and the keys after "g". It stays
// in one file however long it gets.
import type { Staff } from "../access/console.ts"
import type { IconName } from "../ui/components/icon.tsx"
import type { NavItem } from "../ui/console-page.tsx"
import { mayUse } from "./usable.ts"

/** A page with an address of its own, which belongs to no record. */
export interface NavEntry {
  href: string
  text: string
  group: "Work" | "Integrations" | "Firm" | "You"
  /** Pages with a picture stand at the side of every page. */
  icon?: IconName
  /** What to press after "g". */
  key?: string
  /** Pages below this address belong to it; without, those below its own. */
  within?: string
  /** Other words people look for it by. */
  also?: string
}

/** Where the bell in the frame leads. */
export const inboxUrl = "/console/inbox"

export const navItems: readonly NavEntry[] = [
  {
    href: "/console",
    text: "Home",
    group: "Work",
    icon: "check-circle",
    key: "h",
    within: "/console/queues/",
    also: "needs you queue to do today",
  },
  {
    href: inboxUrl,
    text: "Notifications",
    group: "Work",
    key: "b",
    also: "bell inbox unread news mentions",
  },
  {
    href: "/console/matters",
    text: "Matters",
    group: "Work",
    icon: "folder",
    key: "m",
    also: "clients files",
  },
  {
    href: "/console/matters/new",
    text: "New matter",
    group: "Work",
    key: "n",
    also: "add create invite client",
  },
  {
    href: "/console/inquiries",
    text: "Inquiries",
    group: "Work",
    icon: "mail",
    key: "l",
    also: "leads requests start page prospects new clients",
  },
  {
    href: "/console/conflicts",
    text: "Conflict check",
    group: "Work",
    icon: "people",
    key: "c",
    also: "conflicts of interest duplicates names",
  },
  {
    href: "/console/reports",
    text: "Reports",
    group: "Work",
    icon: "chart",
    key: "r",
    also: "figures statistics funnel numbers load median",
  },
  {
    href: "/console/questionnaires",
    text: "Questionnaires",
    group: "Work",
    icon: "list",
    key: "q",
    also: "forms",
  },
  {
    href: "/console/questionnaires/new",
    text: "New questionnaire",
    group: "Work",
    also: "add create",
  },
  {
    href: "/console/questionnaires/import",
    text: "Import a questionnaire",
    group: "Work",
    also: "upload file",
  },
  {
    href: "/console/imports",
    text: "Imported matters",
    group: "Work",
    also: "csv upload table migrate",
  },
  {
    href: "/console/imports/new",
    text: "Import matters",
    group: "Work",
    also: "csv upload table migrate add",
  },
  {
    href: "/console/agreements",
    text: "Agreements",
    group: "Work",
    icon: "edit",
    also: "sign signature esign engagement letter consent joint representation",
  },
  {
    href: "/console/agreements/new",
    text: "New agreement",
    group: "Work",
    also: "add create sign engagement letter",
  },
  {
    href: "/console/document-templates",
    text: "Document templates",
    group: "Work",
    icon: "file",
    key: "d",
    also: "letters word docx agreements deeds",
  },
  {
    href: "/console/document-templates/new",
    text: "Upload a document template",
    group: "Work",
    also: "add create word docx letter",
  },
  {
    href: "/console/document-templates/fields",
    text: "Fields for templates",
    group: "Work",
    also: "merge placeholders word docx",
  },
  {
    href: "/console/exports",
    text: "Exports",
    group: "Work",
    icon: "download",
    key: "e",
    also: "download csv zip",
  },
  {
    href: "/console/keys",
    text: "API keys",
    group: "Integrations",
    icon: "key",
    key: "i",
    also: "token interface",
  },
  {
    href: "/console/keys/new",
    text: "New API key",
    group: "Integrations",
    also: "add create token",
  },
  {
    href: "/console/webhooks",
    text: "Webhooks",
    group: "Integrations",
    icon: "link",
    key: "w",
    also: "endpoints deliveries events",
  },
  {
    href: "/console/webhooks/new",
    text: "New webhook endpoint",
    group: "Integrations",
    also: "add create",
  },
  {
    href: "/console/team",
    text: "Team",
    group: "Firm",
    icon: "people",
    key: "t",
    also: "members staff",
  },
  {
    href: "/console/team/new",
    text: "Invite a colleague",
    group: "Firm",
    also: "add member staff",
  },
  {
    href: "/console/notifications",
    text: "Notification rules",
    group: "Firm",
    icon: "bell",
    also: "emails to colleagues staff rules",
  },
  {
    href: "/console/reminders",
    text: "Reminders",
    group: "Firm",
    icon: "clock",
    also: "emails to clients schedule chase",
  },
  {
    href: "/console/mails",
    text: "Email outbox",
    group: "Firm",
    icon: "mail",
    key: "o",
    also: "emails sent",
  },
  {
    href: "/console/audit",
    text: "Audit log",
    group: "Firm",
    icon: "history",
    key: "a",
    also: "history activity",
  },
  {
    href: "/console/retention",
    text: "Retention",
    group: "Firm",
    icon: "trash",
    also: "keep delete old matters",
  },
  {
    href: "/console/deleted-matters",
    text: "Deleted matters",
    group: "Firm",
    also: "trash restore certificate",
  },
  {
    href: "/console/restricted-matters",
    text: "Restricted matters",
    group: "Firm",
    also: "ethical wall access let in",
  },
  {
    href: "/console/system",
    text: "System",
    group: "Firm",
    icon: "info",
    also: "version health queue disk storage",
  },
  {
    href: "/console/firm",
    text: "Settings",
    group: "Firm",
    icon: "settings",
    key: "s",
    also: "firm name color time zone",
  },
  { href: "/console/firm/logo", text: "Logo", group: "Firm", also: "picture brand upload" },
  {
    href: "/console/account",
    text: "Your account",
    group: "You",
    key: "y",
    also: "profile sessions sign out",
  },
  {
    href: "/console/account/notifications",
    text: "Your notifications",
    group: "You",
    also: "emails summary digest preferences",
  },
  { href: "/console/account/name", text: "Change your name", group: "You" },
  { href: "/console/account/email", text: "Change your email address", group: "You", also: "e-mail" },
  { href: "/console/account/password", text: "Change your password", group: "You" },
  { href: "/console/account/passkeys/new", text: "Add a passkey", group: "You" },
  {
    href: "/console/account/second-step",
    text: "Two-factor authentication",
    group: "You",
    also: "2fa authenticator second step",
  },
  { href: "/console/keyboard", text: "Keyboard shortcuts", group: "You", also: "keys help" },
  { href: "/console/search", text: "Search", group: "You", key: "f", also: "find" },
]

/** The pages this person may open, as their routes say. */
export function navItemsOf({ role }: Pick<Staff, "role">): NavEntry[] {
  const may = mayUse(role, "")
  return navItems.filter(({ href }) => may("GET", href))
}

interface Group {
  title?: string
  items: NavItem[]
}

/** What the side of every page lists. */
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
          current: path === href || path.startsWith(within),
        })),
    }))
    .filter(({ items }) => items.length > 0)
}
