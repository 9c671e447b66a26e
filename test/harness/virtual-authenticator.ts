import type { CDPSession, Page } from "playwright-core"

export interface Device {
  session: CDPSession
  authenticatorId: string
}

/** A phone or laptop with a fingerprint reader; `verifies` is whether the fingerprint matches. */
export async function plugIn(page: Page, { verifies = true } = {}): Promise<Device> {
  const session = await page.context().newCDPSession(page)
  await session.send("WebAuthn.enable")
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: verifies,
      automaticPresenceSimulation: true,
    },
  })
  return { session, authenticatorId }
}
