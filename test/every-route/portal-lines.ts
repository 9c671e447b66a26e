/**
 * One address of the portal. A test walks through the portal as a client, from link to link and form to form, and so
 * finds the pages that answer to it.
 */
export interface PortalLine {
  methods: readonly ("GET" | "POST" | "PATCH" | "DELETE")[]
  /** A way in: it needs no session. */
  entry?: true
  /** An address of its kind, where walking leads to none. */
  url?: string
  /** What a GET is answered with, where that is no page. */
  status?: number
  /** What is sent there, where it is no form. */
  json?: object
  /** The type of what is sent, where it is neither form nor JSON. */
  type?: string
}

const page: PortalLine = { methods: ["GET"] }
const form: PortalLine = { methods: ["GET", "POST"] }
const action: PortalLine = { methods: ["POST"] }
const piece = "application/offset+octet-stream"
const entry = (line: PortalLine): PortalLine => ({ ...line, entry: true })

export const portalLines: Record<string, PortalLine> = {
  "/invite/:key": entry(page),
  "/invite/:key/start": entry(action),
  "/invite/:key/code": entry(form),
  "/invite/:key/session": entry(action),
  "/portal/sign-in": entry(page),
  "/portal/sign-in/code": entry(form),
  "/portal/sign-in/session": entry(action),
  "/invite/:key/second-step": entry(action),
  "/invite/:key/passkey": entry(action),
  "/portal/sign-in/second-step": entry(action),
  "/portal/sign-in/passkey": entry(action),
  "/portal/sign-out": entry(action),
  "/portal/signed-out": entry(page),

  "/portal": page,
  "/portal/*": { ...page, url: "/portal/nowhere", status: 404 },
  "/portal/account": page,
  "/portal/account/code": { ...action, url: "/portal/account/code" },
  "/portal/account/email": form,
  "/portal/account/email/confirmation": { ...form, url: "/portal/account/email/confirmation" },
  "/portal/account/password": form,
  "/portal/account/passkeys/new": form,
  "/portal/account/passkeys/:passkey_id/removal": form,
  "/portal/account/app": form,
  // Before there is an app, these lead back to the account.
  "/portal/account/app/removal": { ...form, url: "/portal/account/app/removal", status: 303 },
  "/portal/account/app/recovery-codes": { ...form, url: "/portal/account/app/recovery-codes", status: 303 },
  "/portal/check": page,
  "/portal/corrections/:correction_id": form,
  "/portal/submission": form,
  "/portal/submissions/:number": page,
  "/portal/submissions/:number/copy.pdf": page,
  "/portal/account/devices": { ...action, url: "/portal/account/devices" },
  "/portal/fields": { ...action, url: "/portal/fields", json: { page: "/portal", controls: {}, seen: {} } },
  // Coming back to where a form was sent leads to the page it stood on, which asks for the session itself.
  "/portal/files/:section_id/*": { ...form, status: 303 },
  "/portal/people/new": { ...form, url: "/portal/people/new" },
  "/portal/uploads": { ...action, url: "/portal/uploads", type: piece },
  "/portal/uploads/:id": {
    methods: ["PATCH", "DELETE"],
    url: `/portal/uploads/${"0".repeat(32)}`,
    type: piece,
  },
  "/portal/sections/:section_id": page,
  "/portal/sections/:section_id/*": form,
}
