// Every console page that belongs to no record: the one table behind the sidebar, the list of settings, the search palette
// and the "g" shortcuts. A long file, because it is one table.
import type { Staff } from "../../firm/access/console.ts"
import type { IconName } from "../ui/components/icon.tsx"
import type { NavItem } from "../ui/console-page.tsx"
import { mayUse } from "./permitted-links.ts"

/** The groups of the list of settings, in its order. */
export const settingsGroups = ["You", "Firm", "Clients", "Records", "Integrations"] as const

export interface NavEntry {
  href: string
  text: string
  group: "Work" | (typeof settingsGroups)[number]
  /** Pages with an icon appear in the sidebar. */
  icon?: IconName
  /** What can be set there: pages with this sentence appear in the list of settings. */
  about?: string
  /** The key to press after "g". */
  key?: string
  /** The entry is current on every page below these addresses, besides its own. */
  within?: readonly string[]
  /** Other words people search for it by. */
  also?: string
}

export const inboxUrl = "/console/inbox"
export const settingsUrl = "/console/settings"
const accountUrl = "/console/account"

const entriesByGroup: Record<NavEntry["group"], readonly Omit<NavEntry, "group">[]> = {
  Work: [
    {
      href: "/console",
      text: "Home",
      icon: "check-circle",
      key: "h",
      // Nothing is below it: its address is the beginning of all others.
      within: [],
      also: "needs you queue to do today",
    },
    { href: inboxUrl, text: "Notifications", key: "b", also: "inbox bell unread news mentions" },
    {
      href: "/console/matters",
      text: "Matters",
      icon: "folder",
      key: "m",
      within: ["/console/matters/", "/console/imports", "/console/restricted-matters"],
      also: "clients files",
    },
    { href: "/console/matters/new", text: "New matter", key: "n", also: "add create invite client" },
    { href: "/console/imports", text: "Import matters", also: "csv upload table migrate add imported" },
    { href: "/console/restricted-matters", text: "Restricted matters", also: "ethical wall access let in" },
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
    {
      href: settingsUrl,
      text: "Settings",
      icon: "settings",
      key: "s",
      within: [`${settingsUrl}/`, accountUrl],
    },
    { href: "/console/keyboard", text: "Keyboard shortcuts", also: "keys help" },
    { href: "/console/search", text: "Search", key: "f", also: "find" },
  ],
  You: [
    {
      href: accountUrl,
      text: "Your account",
      about: "Name, email address, password, devices, colors",
      key: "y",
      also: "profile change name sessions sign out passkey 2fa authenticator second step appearance dark",
    },
    {
      href: `${settingsUrl}/notifications`,
      text: "Notification settings",
      about: "What you hear of, and how",
      also: "emails summary digest preferences rules colleagues staff",
    },
    { href: `${accountUrl}/email`, text: "Change your email address", also: "e-mail" },
    { href: `${accountUrl}/password`, text: "Change your password" },
    { href: `${accountUrl}/passkeys/new`, text: "Add a passkey" },
    {
      href: `${accountUrl}/second-step`,
      text: "Two-factor authentication",
      also: "2fa authenticator second step",
    },
  ],
  Firm: [
    {
      href: `${settingsUrl}/firm`,
      text: "Firm",
      about: "Name, contact line, time zone, color, logo",
      also: "brand picture upload",
    },
    {
      href: `${settingsUrl}/team`,
      text: "Team",
      about: "Colleagues, their roles, and how they sign in",
      key: "t",
      also: "members staff invite add colleague",
    },
    {
      href: `${settingsUrl}/email`,
      text: "Email",
      about: "Replies, what was sent, and what failed",
      key: "o",
      also: "outbox mails sent smtp mail server test try",
    },
  ],
  Clients: [
    {
      href: `${settingsUrl}/portal`,
      text: "Client portal",
      about: "Language, links, couples, helpers, start pages",
      also: "website privacy invitations expire sign",
    },
    {
      href: `${settingsUrl}/client-emails`,
      text: "Client emails",
      about: "The words of emails to clients, in each language",
      also: "wording templates placeholders invitation reminder code receipt texts spanish",
    },
    {
      href: `${settingsUrl}/reminders`,
      text: "Reminders",
      about: "When clients are reminded, and when a matter stalls",
      also: "emails schedule chase",
    },
    {
      href: `${settingsUrl}/agreements`,
      text: "Agreements",
      about: "Texts that clients sign in the portal",
      also: "sign signature esign engagement letter consent joint representation",
    },
    { href: `${settingsUrl}/agreements/new`, text: "New agreement", also: "add create" },
    {
      href: `${settingsUrl}/document-templates`,
      text: "Document templates",
      about: "Word files, filled in from a matter",
      key: "d",
      also: "letters word docx deeds upload add new",
    },
    {
      href: `${settingsUrl}/document-templates/fields`,
      text: "Fields for templates",
      also: "merge placeholders word docx",
    },
  ],
  Records: [
    {
      href: `${settingsUrl}/exports`,
      text: "Downloads",
      about: "Exports, tables, and everything the firm has",
      key: "e",
      also: "export everything report csv zip archive backup leave whole firm all data",
    },
    {
      href: `${settingsUrl}/retention`,
      text: "Retention",
      about: "How long records are kept, and deleted matters",
      also: "delete old trash restore certificate",
    },
    {
      href: `${settingsUrl}/audit`,
      text: "Audit log",
      about: "Who did what, and when",
      key: "a",
      also: "history activity",
    },
  ],
  Integrations: [
    {
      href: `${settingsUrl}/keys`,
      text: "API keys",
      about: "Access for your own software, and connected apps",
      key: "i",
      also: "token interface new add create apps connected assistants ai mcp oauth",
    },
    { href: `${settingsUrl}/keys/requests`, text: "Requests by API", also: "log errors failed integration" },
    {
      href: `${settingsUrl}/webhooks`,
      text: "Webhooks",
      about: "Events sent to your own software",
      key: "w",
      also: "endpoints deliveries events new add create",
    },
    {
      href: `${settingsUrl}/system`,
      text: "System",
      about: "Whether everything works",
      also: "version health queue disk storage",
    },
  ],
}

export const navItems: readonly NavEntry[] = (["Work", ...settingsGroups] as const).flatMap((group) =>
  entriesByGroup[group].map((entry) => ({ ...entry, group })),
)

/** The pages this role may open, according to their routes. */
export function navItemsOf({ role }: Pick<Staff, "role">): NavEntry[] {
  const may = mayUse(role, "")
  return navItems.filter(({ href }) => may("GET", href))
}

/** The sidebar, with the entry of the page at `url` marked as current. */
export function navigation(staff: Pick<Staff, "role">, url: string): NavItem[] {
  return navItemsOf(staff)
    .filter(({ icon }) => icon)
    .map((item) => ({ href: item.href, text: item.text, icon: item.icon, current: isCurrent(item, url) }))
}

/** Whether the page at `url` is this entry's own, or below it. */
export function isCurrent({ href, within = [`${href}/`] }: NavEntry, url: string): boolean {
  const path = url.split("?")[0] ?? ""
  return path === href || within.some((start) => path.startsWith(start))
}
