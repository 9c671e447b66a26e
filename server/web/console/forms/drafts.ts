// What staff typed and have not sent, kept in this browser: it survives reloads, other pages, and the end of a session.
// Signing out removes it.
import { readStored, writeStored } from "../in-place/storage.ts"

const prefix = "foyer_draft."

export interface Draft {
  values: Record<string, string>
  /** It was sent; the next page shows whether it arrived. */
  is_sent?: boolean | undefined
}

export function storedDraft(name: string): Draft | undefined {
  return readStored(prefix + name) as Draft | undefined
}

export function storeDraft(name: string, draft: Draft | undefined): void {
  writeStored(prefix + name, draft)
}

/** Removes the drafts that were sent, once a page says that they arrived. */
export function dropSentDrafts(): void {
  for (const name of draftNames()) if (storedDraft(name)?.is_sent) storeDraft(name, undefined)
}

export function forgetDraftsOnSignOut(): void {
  document.addEventListener("submit", ({ target }) => {
    if (!(target instanceof HTMLFormElement) || !target.action.endsWith("/console/sign-out")) return
    for (const name of draftNames()) storeDraft(name, undefined)
  })
}

function draftNames(): string[] {
  try {
    return Object.keys(localStorage).flatMap((key) =>
      key.startsWith(prefix) ? key.slice(prefix.length) : [],
    )
  } catch {
    return []
  }
}
