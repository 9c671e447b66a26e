import {
  type AgreementRules,
  type AgreementText,
  createAgreement,
} from "../../server/intake/agreements/agreements.ts"
import { requestSignature, signAgreement } from "../../server/intake/agreements/signing.ts"
import { sql } from "../../server/platform/db/sql.ts"
import type { TestFirm } from "./service.ts"

/** Creates an optional agreement; returns its id. */
export function addAgreement(firm: TestFirm, said = ""): Promise<string> {
  const words = {
    title: { en: `Engagement${said}`, es: `Encargo${said}` },
    text: { en: `# Scope\n\nWe act.${said}`, es: `# Alcance\n\nActuamos.${said}` },
  }
  return addAgreementFor(firm, words, { is_required: false })
}

export const sampleAgreement: AgreementText = {
  title: { en: "Engagement letter", es: "Carta de encargo" },
  text: { en: "We draft your will.", es: "Redactamos su testamento." },
}

/** Creates a letter that both clients have to sign; returns its id. */
export function addSampleAgreement(firm: TestFirm, rules: Partial<AgreementRules> = {}): Promise<string> {
  return addAgreementFor(firm, sampleAgreement, rules)
}

/** Creates an active agreement that the clients of all the firm's questionnaires sign; returns its id. */
export function addAgreementFor(
  firm: TestFirm,
  words: AgreementText,
  given: Partial<AgreementRules> = {},
  at?: Date,
): Promise<string> {
  return firm.run(async (tx) => {
    const questionnaires = await tx.all<{ id: string }>(sql`select id from questionnaires`)
    return createAgreement(at ? { ...tx, now: at } : tx, words, {
      questionnaire_ids: questionnaires.map(({ id }) => id),
      by_both: true,
      only_for_two: false,
      is_required: true,
      before_sending: false,
      is_active: true,
      ...given,
    })
  })
}

/** Signs its first version as the main client; returns the signature's id. */
export function signAsMain(
  firm: TestFirm,
  matter_id: string,
  agreement_id: string,
  said = "",
): Promise<string> {
  return firm.run(async (tx) => {
    // A matter submitted before the agreement existed doesn't ask for a signature by itself.
    await requestSignature(tx, matter_id, agreement_id)
    return signAgreement(tx, matter_id, {
      agreement_id,
      version: 1,
      party: "main",
      language: "en",
      name: `Ada${said}`,
      confirmed_name: `Ada${said}`,
      strokes: null,
      agrees: true,
      account: "",
      address: "127.0.0.1",
      device: `Phone${said}`,
    })
  })
}
