import type { RolesSection } from "../../definition.ts"
import { role, t } from "../writing.ts"

export const roles: RolesSection = {
  id: "section_roles",
  kind: "roles",
  title: t("Who should act for you", "Quién debe actuar por usted"),
  instructions: t(
    "For each role, name your first choice and, if you can, somebody to step in. You are not committing to anything: we will talk through every name.",
    "Para cada función, indique su primera opción y, si puede, quién la sustituiría. No se compromete a nada: hablaremos de cada nombre.",
  ),
  roles: [
    role("role_executor", t("Executor of your will", "Albacea de su testamento"), {
      split: true,
      required: true,
      help: t(
        "Gathers what you own, pays what you owe, and carries out your will.",
        "Reúne sus bienes, paga sus deudas y cumple su testamento.",
      ),
    }),
    role("role_successor_trustee", t("Successor trustee", "Fiduciario sucesor"), {
      several: true,
      help: t(
        "Looks after your trust when you no longer can. Two people may serve together.",
        "Administra su fideicomiso cuando usted ya no pueda. Dos personas pueden servir juntas.",
      ),
    }),
    role("role_financial_agent", t("Agent for your finances", "Apoderado para sus finanzas"), {
      split: true,
      required: true,
      help: t(
        "Pays bills and deals with banks if you are ill or away.",
        "Paga cuentas y trata con los bancos si usted está enfermo o ausente.",
      ),
    }),
    role("role_health_agent", t("Health care agent", "Representante para su atención médica"), {
      split: true,
      required: true,
      help: t(
        "Speaks with your doctors when you cannot. Choose someone who would honor your wishes.",
        "Habla con sus médicos cuando usted no pueda. Elija a alguien que respete sus deseos.",
      ),
    }),
    role("role_remains_agent", t("Agent for burial or cremation", "Encargado del entierro o la cremación"), {
      split: true,
      levels: 2,
      help: t(
        "Decides about the funeral, following your wishes.",
        "Decide sobre el funeral, según sus deseos.",
      ),
    }),
    role("role_trust_protector", t("Trust protector", "Protector del fideicomiso"), {
      levels: 1,
      active: false,
    }),
  ],
}

export const guardians: RolesSection = {
  id: "section_guardians",
  kind: "roles",
  title: t("Who should care for your children", "Quién debe cuidar a sus hijos"),
  instructions: t(
    "For children under 18. A court listens to parents who have put their choice in writing.",
    "Para hijos menores de 18 años. Los tribunales escuchan a los padres que dejaron su decisión por escrito.",
  ),
  condition: {
    all: [
      { fact: "number_of_children", greater_than: 0 },
      { question: "question_minor_children", is: true },
    ],
  },
  roles: [
    role("role_guardian", t("Guardian for your children", "Tutor de sus hijos"), {
      several: true,
      required: true,
      help: t(
        "Raises your children if you cannot. A couple may serve together; tell us if it should be only one of them after a separation.",
        "Cría a sus hijos si usted no puede. Una pareja puede servir junta; díganos si, en caso de separación, debe ser solo uno.",
      ),
    }),
    role(
      "role_children_trustee",
      t("Trustee for your children’s money", "Fiduciario del dinero de sus hijos"),
      {
        several: true,
        help: t(
          "Manages what they inherit until they are old enough. It may be the guardian, or somebody else on purpose.",
          "Administra lo que hereden hasta que tengan edad suficiente. Puede ser el tutor u otra persona, a propósito.",
        ),
      },
    ),
  ],
}
