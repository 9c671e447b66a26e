import { createAgreement } from "../../server/agreements/agreements.ts"
import { requestSignature, signAgreement } from "../../server/agreements/signing.ts"
import type { TestFirm } from "./service.ts"

/** Creates an optional agreement; returns its id. */
export function addAgreement(firm: TestFirm, said = ""): Promise<string> {
  const words = {
    title: { en: `Engagement${said}`, es: `Encargo${said}` },
    text: { en: `# Scope\n\nWe act.${said}`, es: `# Alcance\n\nActuamos.${said}` },
  }
  const rules = {
    approaches: [],
    questionnaire_ids: [],
    by_both: true,
    only_for_two: false,
    is_required: false,
    is_active: true,
  }
  return firm.run((tx) => createAgreement(tx, words, rules))
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
      strokes: null,
      agrees: true,
      account: "",
      address: "127.0.0.1",
      device: `Phone${said}`,
    })
  })
}
