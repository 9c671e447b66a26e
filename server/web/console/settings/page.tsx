import type { PageRequest } from "../page-request.ts"
import type { View } from "../view.tsx"
import { SettingsList } from "./list.tsx"

export async function settingsPage({ staff, url, query }: PageRequest): Promise<View> {
  return {
    title: "Settings",
    islands: ["settings"],
    body: (
      <>
        <SettingsList staff={staff} url={url} search={query.search?.slice(0, 100)} isPage />
        <p>
          <a href="/docs/guide/set-up-your-firm">How to set up your firm</a>
        </p>
      </>
    ),
  }
}
