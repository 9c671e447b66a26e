import type { Console } from "../routing.ts"
import { deletedMatterPage, sendCertificate } from "./deleted-matter-page.tsx"
import { deletedMattersPage } from "./deleted-matters-page.tsx"
import { deleteOne, deletionPage } from "./deletion-page.tsx"
import { deleteDue, duePage } from "./due-page.tsx"
import { hold, holdPage, release, releasePage, storedHold } from "./hold-pages.tsx"
import { removalPage, removeNow } from "./removal-page.tsx"
import { restorationPage, restore } from "./restoration-page.tsx"
import { retentionPage, saveRetention, storedRetention } from "./retention-page.tsx"

export function deletionPages(console: Console): void {
  const admin = { admin: true }
  const base = "/console/deleted-matters"
  console.form("/console/matters/:matter_id/deletion", { show: deletionPage, act: deleteOne }, admin)
  console.form("/console/matters/:matter_id/hold", { show: holdPage, act: hold, stored: storedHold }, admin)
  console.form(
    "/console/matters/:matter_id/release",
    { show: releasePage, act: release, stored: storedHold },
    admin,
  )
  console.page(base, deletedMattersPage, admin)
  console.page(`${base}/:deletion_id`, deletedMatterPage, admin)
  console.page(`${base}/:deletion_id/certificate.pdf`, sendCertificate, admin)
  console.form(`${base}/:deletion_id/restoration`, { show: restorationPage, act: restore }, admin)
  console.form(`${base}/:deletion_id/removal`, { show: removalPage, act: removeNow }, admin)
  console.form(
    "/console/retention",
    { show: retentionPage, act: saveRetention, stored: storedRetention },
    admin,
  )
  console.form("/console/retention/due", { show: duePage, act: deleteDue }, admin)
}
