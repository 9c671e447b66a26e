import { changeLogo, logoUrl, storeLogo } from "../../server/firms/logo/logo.ts"
import { samplePng } from "../harness/sample-pictures.ts"
import type { TwoFirms } from "./two-firms.ts"

/** A route that asks nobody who they are, and why it need not. */
export interface OpenLine {
  because: string
  /** An address that is answered with 200. */
  url: (fixtures: TwoFirms) => string | Promise<string>
}

export const openLines: Record<string, OpenLine> = {
  "GET /health/live": { because: "says only that the process answers", url: () => "/health/live" },
  "GET /health/ready": { because: "says only that the database answers", url: () => "/health/ready" },
  "GET /v1/openapi.json": {
    because: "describes the interface, not its records",
    url: () => "/v1/openapi.json",
  },
  "GET /docs": { because: "shows that description", url: () => "/docs" },
  "GET /assets/*": {
    because: "style sheets and scripts, the same for everybody",
    url: ({ service }) => service.assets.url("console.css"),
  },
  "GET /logos/:firm_id/:name": {
    because: "a firm's logo stands on pages that nobody signs in for",
    url: async ({ service, ours: { firm } }) => {
      const logo = await storeLogo(service, firm.firm_id, samplePng())
      await firm.run((tx) => changeLogo(tx, logo))
      return logoUrl(logo)
    },
  },
  "GET /download/:firm_id/:document_id": {
    because: "the link is signed, for one file, for ten minutes",
    url: async ({ ours }) =>
      new URL(
        (await ours.firm.request("GET", `/documents/${ours.params.document_id}`)).body.download_url,
      ).href.replace(/^https?:\/\/[^/]+/, ""),
  },
}
