import type { DocumentsSection } from "../../definition.ts"
import { request, t, yes } from "../writing.ts"

export const documents: DocumentsSection = {
  id: "section_documents",
  kind: "documents",
  title: t("Documents", "Documentos"),
  instructions: t(
    "A clear photo from your phone is enough. What you cannot find now, you can add later with the same link.",
    "Basta una foto nítida del teléfono. Lo que no encuentre ahora puede agregarlo después con el mismo enlace.",
  ),
  requests: [
    request(
      "request_identity",
      t("Driver’s license or passport, for each of you", "Licencia de conducir o pasaporte, de cada uno"),
      {
        required: true,
        help: t("We must confirm who our clients are.", "Debemos confirmar quiénes son nuestros clientes."),
      },
    ),
    request(
      "request_earlier_plan",
      t("Earlier wills, trusts and powers of attorney", "Testamentos, fideicomisos y poderes anteriores"),
      {
        condition: yes("question_earlier_plan"),
        help: t(
          "All pages, also if you mean to replace them.",
          "Todas las páginas, aunque piense reemplazarlos.",
        ),
      },
    ),
    request(
      "request_prenup",
      t("Your prenuptial or marital agreement", "Su acuerdo prenupcial o matrimonial"),
      {
        condition: yes("question_prenup"),
      },
    ),
    request("request_divorce", t("Divorce decree and settlement", "Sentencia de divorcio y convenio"), {
      condition: yes("question_former_marriage"),
      help: t(
        "Some settlements promise life insurance or part of an estate.",
        "Algunos convenios prometen seguros de vida o parte de una herencia.",
      ),
    }),
    request("request_tax_return", t("Last federal tax return", "Última declaración federal de impuestos"), {
      several: false,
    }),
    request("request_long_term_care", t("Long-term care policy", "Póliza de cuidados a largo plazo")),
  ],
}
