// Ready choices of notifications, and how a member's own are told apart from them.
import { type Channel, default_channels, type OwnNotifications } from "./preferences.ts"
import { byKind, type NotificationKind } from "./rules.ts"

export const presets = ["firm", "everything", "mine", "urgent"] as const
export type Preset = (typeof presets)[number]

/** What no one should find only under the bell. */
const urgent: readonly NotificationKind[] = ["message", "mail_failed", "sharing_paused", "inquiry"]

const scopes = { firm: "firm", everything: "all", mine: "assigned", urgent: "assigned" } as const

/** The preferences that a preset stands for; what is not emailed at once is in the daily summary, if there is one. */
export function preferencesOfPreset(preset: Preset, digest: OwnNotifications["digest"]): OwnNotifications {
  const isEmailed = (kind: NotificationKind) =>
    preset === "urgent" ? urgent.includes(kind) : default_channels[kind] === "email"
  return {
    scope: scopes[preset],
    digest,
    channels: byKind((kind) => (isEmailed(kind) ? "email" : quietChannel(digest))),
  }
}

export function quietChannel(digest: OwnNotifications["digest"]): Channel {
  return digest === "off" ? "foyer" : "digest"
}

/** The preset that a member's preferences equal; undefined if they are the member's own choice. */
export function presetOf({ channels, scope }: OwnNotifications): Preset | undefined {
  return presets.find((preset) => {
    const ready = preferencesOfPreset(preset, "off")
    const isSame = byKind((kind) => loudnessOf(channels[kind]) === loudnessOf(ready.channels[kind]))
    return ready.scope === scope && Object.values(isSame).every(Boolean)
  })
}

/** The bell and the daily summary differ only by whether there is a summary. */
const loudnessOf = (channel: Channel) => (channel === "digest" ? "foyer" : channel)
