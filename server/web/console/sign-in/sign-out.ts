import { signOutStaff } from "../../../firm/access/console.ts"
import type { Parts } from "../../../parts.ts"
import type { App } from "../../../platform/http/app.ts"
import { sendView } from "../view.tsx"
import { signedOutPage } from "./sign-in-pages.tsx"

const config = { guard: "console" } as const
const audited = { ...config, audited: true } as const
const schema = { hide: true }

/** Signing out, and the page that confirms it. */
export function signOutRoutes(app: App, parts: Parts): void {
  app.post("/console/sign-out", { config: audited, schema }, async (request, reply) => {
    await signOutStaff(request, reply)
    return reply.redirect("/console/signed-out", 303)
  })
  app.get("/console/signed-out", { config, schema }, (request, reply) =>
    sendView(reply, { parts, staff: undefined, url: request.url }, signedOutPage()),
  )
}
