import { type Assets, closureOf } from "./manifest.ts"

/** The maximum size of a kind of page's assets, in bytes after gzip. */
export interface Budget {
  page: string
  /** Whether a page of this kind could load the asset with this source file. */
  counts: (entry: string) => boolean
  /** Whether chunks loaded on demand count as well. */
  ever: boolean
  max_gzip_bytes: number
}

const isShared = (entry: string) => entry.startsWith("server/web/ui/islands/")
const isPortal = (entry: string) => isShared(entry) || entry.startsWith("server/sites/portal/islands/")
const isConsole = (entry: string) => isShared(entry) || entry.startsWith("server/sites/console/islands/")
const isUpload = (entry: string) => /\/islands\/upload[^/]*$/.test(entry)
const isPasskey = (entry: string) => /\/islands\/passkey[^/]*$/.test(entry)
const isBuilder = (entry: string) => /\/islands\/builder[^/]*$/.test(entry)

export const budgets: readonly Budget[] = [
  {
    page: "portal style",
    counts: (entry) => entry.endsWith("/portal.css"),
    ever: true,
    max_gzip_bytes: 15_000,
  },
  {
    page: "console style",
    counts: (entry) => entry.endsWith("/console.css"),
    ever: true,
    max_gzip_bytes: 15_500,
  },
  {
    page: "print style",
    counts: (entry) => entry.endsWith("/print.css"),
    ever: true,
    max_gzip_bytes: 2_000,
  },
  {
    page: "reference style",
    counts: (entry) => entry.endsWith("/reference.css"),
    ever: true,
    max_gzip_bytes: 6_000,
  },
  {
    page: "reference script",
    counts: (entry) => entry.startsWith("server/sites/reference/islands/"),
    ever: true,
    max_gzip_bytes: 3_000,
  },
  {
    page: "portal question script",
    counts: (entry) => isPortal(entry) && !isUpload(entry) && !isPasskey(entry),
    ever: false,
    max_gzip_bytes: 20_000,
  },
  {
    page: "portal passkey script",
    counts: (entry) => isPortal(entry) && !isUpload(entry),
    ever: false,
    max_gzip_bytes: 24_000,
  },
  {
    page: "portal upload script",
    counts: (entry) => isPortal(entry) && !isPasskey(entry),
    ever: true,
    max_gzip_bytes: 40_500,
  },
  {
    page: "keyboard script",
    counts: (entry) => /\/islands\/keyboard[^/]*$/.test(entry),
    ever: true,
    max_gzip_bytes: 6_400,
  },
  {
    page: "console script",
    counts: (entry) => isConsole(entry) && !isBuilder(entry),
    ever: true,
    max_gzip_bytes: 40_000,
  },
  { page: "builder script", counts: isConsole, ever: true, max_gzip_bytes: 70_000 },
]

/** The budget and the actual size of each kind of page, in bytes after gzip. */
export function measureAssets(
  assets: Pick<Assets, "manifest">,
  entries: Record<string, string>,
  allowed: readonly Budget[] = budgets,
) {
  return allowed.map((budget) => {
    const names = Object.keys(entries).filter((name) => budget.counts(entries[name] ?? ""))
    const loaded = closureOf(assets.manifest, names, budget.ever)
    const gzip_bytes = loaded.reduce((sum, name) => sum + (assets.manifest[name]?.gzip_bytes ?? 0), 0)
    return { page: budget.page, gzip_bytes, max_gzip_bytes: budget.max_gzip_bytes }
  })
}

/** Throws if a kind of page exceeds its budget, naming each one and its bytes. */
export function requireWithinBudgets(...args: Parameters<typeof measureAssets>): void {
  const over = measureAssets(...args).filter(({ gzip_bytes, max_gzip_bytes }) => gzip_bytes > max_gzip_bytes)
  if (over.length === 0) return
  const lines = over.map((each) => `${each.page}: ${each.gzip_bytes} bytes of ${each.max_gzip_bytes}`)
  throw new Error(`These pages exceed their budgets in server/web/ui/budgets.ts:\n  ${lines.join("\n  ")}`)
}
