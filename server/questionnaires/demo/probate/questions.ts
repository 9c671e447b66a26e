import type { QuestionsSection } from "../../definition.ts"
import { ask, choices, t, yes } from "../writing.ts"

export const life: QuestionsSection = {
  id: "section_life",
  kind: "questions",
  title: t("About their life", "Sobre su vida"),
  questions: [
    ask(
      "question_domicile",
      "text",
      t("In which county and state did they live?", "¿En qué condado y estado vivía?"),
      {
        required: true,
        why: t("It decides which court we turn to.", "De eso depende a qué tribunal acudimos."),
      },
    ),
    ask("question_place_of_death", "text", t("Where did they die?", "¿Dónde falleció?"), {
      help: t("City and state.", "Ciudad y estado."),
    }),
    ask("question_decedent_ssn", "text", t("Their Social Security number", "Su número de Seguro Social"), {
      sensitive: true,
      max_length: 11,
      help: t("Nine digits, for example 000-00-0000.", "Nueve cifras, por ejemplo 000-00-0000."),
      why: t(
        "Banks and the tax office will ask for it. It is stored encrypted, and everyone here who looks at it is recorded.",
        "Los bancos y la oficina de impuestos lo pedirán. Se guarda cifrado y queda registrado quién lo consulta.",
      ),
    }),
    ask(
      "question_decedent_work",
      "one_of",
      t("Were they working or retired?", "¿Trabajaba o estaba jubilado?"),
      {
        options: choices(
          ["working", "Working", "Trabajaba"],
          ["retired", "Retired", "Jubilado"],
          ["neither", "Neither", "Ninguna de las dos"],
        ),
      },
    ),
    ask("question_employer", "text", t("For whom did they work?", "¿Para quién trabajaba?"), {
      why: t(
        "There may be unpaid wages or life insurance.",
        "Puede haber salarios pendientes o un seguro de vida.",
      ),
      condition: { question: "question_decedent_work", is: "working" },
    }),
    ask(
      "question_veteran",
      "yes_no",
      t("Did they serve in the military?", "¿Sirvió en las fuerzas armadas?"),
      {
        why: t("There may be burial benefits.", "Puede haber beneficios para el entierro."),
      },
    ),
    ask("question_medicaid", "yes_no", t("Did they receive Medicaid?", "¿Recibía Medicaid?"), {
      required: true,
      why: t(
        "The state may ask for some of it back, and must be notified.",
        "El estado puede reclamar una parte y debemos notificarlo.",
      ),
    }),
  ],
}

export const will: QuestionsSection = {
  id: "section_will",
  kind: "questions",
  title: t("The will", "El testamento"),
  questions: [
    ask("question_has_will", "one_of", t("Did they leave a will?", "¿Dejó testamento?"), {
      required: true,
      options: choices(["yes", "Yes", "Sí"], ["no", "No", "No"], ["unknown", "I do not know", "No lo sé"]),
    }),
    ask("question_will_search", "long_text", t("Where might there be one?", "¿Dónde podría haber uno?"), {
      help: t(
        "A safe, a bank box, an attorney, a drawer.",
        "Una caja fuerte, un banco, un abogado, un cajón.",
      ),
      condition: { question: "question_has_will", is: "unknown" },
    }),
    ask("question_will_original", "one_of", t("Where is the original?", "¿Dónde está el original?"), {
      required: true,
      options: choices(
        ["me", "I have it", "Lo tengo yo"],
        ["somebody", "Somebody else has it", "Lo tiene otra persona"],
        ["court", "It has been filed with the court", "Ya se presentó en el tribunal"],
        ["lost", "Only a copy was found", "Solo se encontró una copia"],
      ),
      why: t(
        "The court accepts a copy only with difficulty.",
        "El tribunal acepta una copia solo con dificultad.",
      ),
      condition: { question: "question_has_will", is: "yes" },
    }),
    ask("question_will_keeper", "contact", t("Who has it?", "¿Quién lo tiene?"), {
      condition: { question: "question_will_original", is: "somebody" },
    }),
    ask("question_will_date", "date", t("What date is on it?", "¿Qué fecha tiene?"), {
      max: "today",
      condition: { question: "question_has_will", is: "yes" },
    }),
    ask(
      "question_named_executor",
      "contact",
      t("Whom does it name as executor?", "¿A quién nombra como albacea?"),
      {
        condition: { question: "question_has_will", is: "yes" },
      },
    ),
    ask(
      "question_codicil",
      "yes_no",
      t("Are there later changes to it (a codicil)?", "¿Hay cambios posteriores (un codicilo)?"),
      {
        condition: { question: "question_has_will", is: "yes" },
      },
    ),
    ask("question_trust", "yes_no", t("Did they set up a trust?", "¿Creó un fideicomiso?")),
    ask(
      "question_dispute",
      "yes_no",
      t(
        "Does anyone disagree about the estate, or might they?",
        "¿Alguien está en desacuerdo con la sucesión, o podría estarlo?",
      ),
    ),
    ask("question_dispute_detail", "long_text", t("Who, and about what?", "¿Quién y sobre qué?"), {
      sensitive: true,
      condition: yes("question_dispute"),
    }),
  ],
}

export const urgent: QuestionsSection = {
  id: "section_urgent",
  kind: "questions",
  title: t("What cannot wait", "Lo que no puede esperar"),
  questions: [
    ask("question_urgent", "many_of", t("Is any of this happening?", "¿Está pasando algo de esto?"), {
      help: t(
        "Choose everything that applies, or leave it open.",
        "Elija todo lo que corresponda o déjelo en blanco.",
      ),
      options: choices(
        ["vacant", "A home stands empty", "Una vivienda está vacía"],
        ["animals", "Animals need care", "Hay animales que cuidar"],
        ["business", "A business must go on", "Un negocio debe seguir"],
        ["foreclosure", "A mortgage or rent is overdue", "Hay una hipoteca o un alquiler atrasado"],
        ["lawsuit", "A lawsuit is under way", "Hay un juicio en curso"],
      ),
    }),
    ask("question_insured", "yes_no", t("Is the empty home insured?", "¿Está asegurada la vivienda vacía?"), {
      why: t(
        "Many policies end when a home has been empty for 30 or 60 days.",
        "Muchas pólizas terminan cuando la vivienda lleva 30 o 60 días vacía.",
      ),
      condition: { question: "question_urgent", includes: "vacant" },
    }),
    ask("question_deadline", "date", t("What is the next deadline?", "¿Cuál es el próximo plazo?"), {
      condition: {
        any: [
          { question: "question_urgent", includes: "lawsuit" },
          { question: "question_urgent", includes: "foreclosure" },
        ],
      },
    }),
    ask("question_funeral_cost", "money", t("What did the funeral cost?", "¿Cuánto costó el funeral?"), {
      min: "0",
      why: t("The estate pays it back first.", "La sucesión lo reembolsa primero."),
    }),
    ask("question_funeral_payer", "contact", t("Who paid for it?", "¿Quién lo pagó?"), {
      condition: { question: "question_funeral_cost", greater_than: 0 },
    }),
    ask(
      "question_notice",
      "notice",
      t(
        "Please do not pay the person’s debts from your own money, and do not give anything away yet. We will tell you what may be paid, and when.",
        "No pague deudas de la persona fallecida con su propio dinero ni regale nada todavía. Le diremos qué se puede pagar y cuándo.",
      ),
    ),
    ask(
      "question_anything_else",
      "long_text",
      t("Is there anything else we should know?", "¿Hay algo más que debamos saber?"),
    ),
  ],
}
