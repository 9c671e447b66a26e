import type { ComponentChildren } from "preact"
import { initialsOf } from "../../definition/people/names.ts"
import { Breadcrumbs, type Crumb } from "./components/breadcrumbs.tsx"
import { FirmLogo, type FirmLogoProps } from "./components/firm-logo.tsx"
import { Icon, type IconName } from "./components/icon.tsx"
import { PrintedHead } from "./components/printed-head.tsx"

export interface NavItem {
  href: string
  text: string
  icon?: IconName
  current?: boolean
}

export interface ConsolePageProps {
  firm: { name: string; href: string; logo?: FirmLogoProps | undefined }
  /** Today's date and the record's name and state, for the head of every printed sheet. */
  day: string
  printed: ComponentChildren
  skip: string
  nav: {
    label: string
    /** The label of the button that opens the menu on phones. */
    menu: string
    items: readonly NavItem[]
  }
  user: { name: string; detail?: string; menu: ComponentChildren }
  /** The link to the search page, which the `keyboard` island turns into the palette's button. */
  search?: { href: string; text: string; keys: string }
  /** The link to notifications, with the number unread; the query stops counting at 100. */
  bell?: { href: string; text: string; unread: number; current: boolean }
  breadcrumbs?: { label: string; items: readonly Crumb[] }
  neighbors?: ComponentChildren
  heading: ComponentChildren
  tabs?: ComponentChildren
  /** The list that this page is one entry of, for wide screens. */
  aside?: ComponentChildren
  banner?: ComponentChildren
  children: ComponentChildren
  /** After everything else in the document. */
  dialogs?: ComponentChildren
}

/**
 * The frame of every console page. The document contains the navigation twice, for wide and narrow screens; CSS hides
 * one of them from everyone, including screen readers.
 */
export function ConsolePage(props: ConsolePageProps) {
  return (
    <>
      <a class="skip-link" href="#main">
        {props.skip}
      </a>
      <div class="console-frame">
        <header class="console-side">
          <div class="console-side-parts">
            <a class="console-brand" href={props.firm.href}>
              {props.firm.logo ? (
                <FirmLogo logo={props.firm.logo} name={props.firm.name} />
              ) : (
                <>
                  <span class="console-mark" aria-hidden="true">
                    {props.firm.name.slice(0, 1)}
                  </span>
                  <span class="console-firm">{props.firm.name}</span>
                </>
              )}
            </a>
            {props.search && (
              <a class="console-search" href={props.search.href} data-palette>
                <Icon name="search" />
                <span class="console-search-words">{props.search.text}</span>
                <span class="key" aria-hidden="true">
                  {props.search.keys}
                </span>
              </a>
            )}
            {props.bell && <Bell {...props.bell} />}
            <div class="side-nav">
              <Navigation {...props} />
            </div>
            <details class="menu">
              <summary class="button button-secondary button-small">
                <Icon name="menu" />
                <span>{props.nav.menu}</span>
              </summary>
              <div class="menu-body">
                <Navigation {...props} />
              </div>
            </details>
          </div>
        </header>
        <div class="console-content printed-page">
          <PrintedHead record={props.printed} firm={props.firm.name} day={props.day} />
          {props.breadcrumbs && (
            <div class="way-back">
              <Breadcrumbs {...props.breadcrumbs} />
              {props.neighbors}
            </div>
          )}
          {props.aside}
          <main class="console-main" id="main" tabindex={-1}>
            {props.banner}
            {props.heading}
            {props.tabs}
            {props.children}
          </main>
        </div>
      </div>
      {props.dialogs}
    </>
  )
}

function Bell({ href, text, unread, current }: NonNullable<ConsolePageProps["bell"]>) {
  return (
    <a class="nav-link console-bell" href={href} aria-current={current ? "page" : undefined}>
      <Icon name="bell" />
      <span class="nav-text">{text}</span>
      {unread > 0 && (
        <span class="count">
          {unread > 99 ? "99+" : unread}
          <span class="visually-hidden"> unread</span>
        </span>
      )}
    </a>
  )
}

function Navigation(props: Pick<ConsolePageProps, "nav" | "user">) {
  return (
    <>
      <nav class="nav" aria-label={props.nav.label}>
        <ul>
          {props.nav.items.map((item) => (
            <li key={item.href}>
              <a class="nav-link" href={item.href} aria-current={item.current ? "page" : undefined}>
                {item.icon && <Icon name={item.icon} />}
                <span class="nav-text">{item.text}</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <details class="user-menu">
        <summary>
          <span class="avatar" aria-hidden="true">
            {initialsOf(props.user.name)}
          </span>
          <span class="user-words">
            <span class="user-name">{props.user.name}</span>
            {props.user.detail && <span class="user-detail">{props.user.detail}</span>}
          </span>
          <Icon name="chevron-down" />
        </summary>
        <div class="user-menu-body">{props.user.menu}</div>
      </details>
    </>
  )
}
