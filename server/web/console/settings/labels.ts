// What can be set on each page of the settings, so that their search finds a field by its label. A page registers the
// fields that it shows, so the search can neither name another nor miss one.

export interface SettingLabel {
  href: string
  text: string
}

const labels = new Map<string, readonly SettingLabel[]>()

/** Records the fields of the page at `href`; shared by every service in this process. */
export function registerSettings(href: string, fields: Readonly<Record<string, { label: string }>>): void {
  labels.set(
    href,
    Object.entries(fields).map(([name, { label }]) => ({ href: `${href}#${name}`, text: label })),
  )
}

export function settingsAt(href: string): readonly SettingLabel[] {
  return labels.get(href) ?? []
}
