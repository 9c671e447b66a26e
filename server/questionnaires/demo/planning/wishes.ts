// Words more than code, and so longer than a file of rules: what a client reads, in the order it is asked.

import type { QuestionsSection } from "../../definition.ts"
import { ask, choices, t, yes } from "../writing.ts"

export const wishes: QuestionsSection = {
  id: "section_wishes",
  kind: "questions",
  title: t("Your wishes", "Sus deseos"),
  instructions: t(
    "There are no wrong answers, and nothing here is final. Leave open what you would rather discuss.",
    "No hay respuestas equivocadas y nada aquí es definitivo. Deje en blanco lo que prefiera conversar.",
  ),
  questions: [
    ask(
      "question_concerns",
      "many_of",
      t("What matters most to you?", "¿Qué es lo más importante para usted?"),
      {
        options: choices(
          ["family", "Caring for my family", "Cuidar de mi familia"],
          ["probate", "Sparing them probate", "Evitarles un proceso sucesorio"],
          ["taxes", "Keeping taxes low", "Pagar menos impuestos"],
          ["illness", "Being cared for if I am ill", "Que me cuiden si enfermo"],
          ["business", "The future of a business", "El futuro de un negocio"],
          ["charity", "Giving to causes I believe in", "Apoyar causas en las que creo"],
          ["peace", "Avoiding a family quarrel", "Evitar un conflicto familiar"],
        ),
      },
    ),
    ask(
      "question_earlier_plan",
      "yes_no",
      t(
        "Do you have a will, a trust or a power of attorney today?",
        "¿Tiene hoy un testamento, un fideicomiso o un poder?",
      ),
      {
        required: true,
      },
    ),
    ask(
      "question_earlier_plan_date",
      "date",
      t("When was the latest signed?", "¿Cuándo firmó el más reciente?"),
      {
        max: "today",
        condition: yes("question_earlier_plan"),
      },
    ),
    ask(
      "question_earlier_plan_keeper",
      "contact",
      t("Who keeps the originals?", "¿Quién guarda los originales?"),
      {
        help: t("You may choose yourself.", "Puede elegirse a sí mismo."),
        condition: yes("question_earlier_plan"),
      },
    ),
    ask(
      "question_gifts",
      "yes_no",
      t(
        "Are there particular things or amounts that someone should receive?",
        "¿Hay cosas o cantidades concretas que alguien deba recibir?",
      ),
    ),
    ask("question_gifts_detail", "long_text", t("What, and to whom?", "¿Qué y para quién?"), {
      condition: yes("question_gifts"),
    }),
    ask(
      "question_charity",
      "yes_no",
      t("Would you like to leave something to charity?", "¿Quiere dejar algo a una organización benéfica?"),
    ),
    ask(
      "question_charity_amount",
      "money",
      t("About how much in all?", "¿Cuánto en total, aproximadamente?"),
      {
        min: "0",
        condition: yes("question_charity"),
      },
    ),
    ask(
      "question_left_out",
      "yes_no",
      t("Is there somebody who should receive nothing?", "¿Hay alguien que no deba recibir nada?"),
      {
        why: t(
          "A close relative who is not mentioned may challenge a will. We can write it so that it holds.",
          "Un familiar cercano que no se menciona puede impugnar un testamento. Podemos redactarlo para que se sostenga.",
        ),
      },
    ),
    ask("question_left_out_who", "contact", t("Who is it?", "¿Quién es?"), {
      required: true,
      condition: yes("question_left_out"),
    }),
    ask(
      "question_left_out_reason",
      "long_text",
      t("Would you like to tell us why?", "¿Quiere contarnos por qué?"),
      {
        sensitive: true,
        condition: {
          all: [yes("question_left_out"), { question: "question_left_out_who", is_answered: true }],
        },
      },
    ),
    ask(
      "question_pets",
      "yes_no",
      t("Do you have animals that would need a home?", "¿Tiene animales que necesitarían un hogar?"),
    ),
    ask(
      "question_pets_detail",
      "text",
      t("Which, and who would take them?", "¿Cuáles y quién se los quedaría?"),
      {
        condition: yes("question_pets"),
      },
    ),
  ],
}

export const health: QuestionsSection = {
  id: "section_health",
  kind: "questions",
  title: t("If you are very ill", "Si enfermara gravemente"),
  instructions: t(
    "These are hard questions. Your answers let your family carry out your decision instead of having to make one.",
    "Son preguntas difíciles. Sus respuestas permiten que su familia cumpla su decisión en vez de tener que tomarla.",
  ),
  questions: [
    ask(
      "question_life_support",
      "one_of",
      t(
        "If there were no hope of recovery, would you want life support?",
        "Si no hubiera esperanza de recuperación, ¿querría soporte vital?",
      ),
      {
        each_client: true,
        sensitive: true,
        options: choices(
          ["yes", "Yes, as long as possible", "Sí, tanto como sea posible"],
          ["comfort", "No, only comfort care", "No, solo cuidados paliativos"],
          ["agent", "My health care agent should decide", "Que decida mi representante"],
          ["unsure", "I would like to talk about it", "Me gustaría hablarlo"],
        ),
      },
    ),
    ask("question_organs", "one_of", t("Would you give organs or tissue?", "¿Donaría órganos o tejidos?"), {
      each_client: true,
      options: choices(
        ["all", "Yes", "Sí"],
        ["transplant", "Yes, for transplant only", "Sí, solo para trasplante"],
        ["none", "No", "No"],
      ),
    }),
    ask("question_remains", "one_of", t("Burial or cremation?", "¿Entierro o cremación?"), {
      each_client: true,
      options: choices(
        ["burial", "Burial", "Entierro"],
        ["cremation", "Cremation", "Cremación"],
        ["family", "My family should decide", "Que decida mi familia"],
      ),
    }),
    ask(
      "question_faith",
      "text",
      t(
        "Are there religious or personal wishes your doctors should know?",
        "¿Hay deseos religiosos o personales que sus médicos deban conocer?",
      ),
      {
        each_client: true,
      },
    ),
  ],
}

export const business: QuestionsSection = {
  id: "section_business",
  kind: "questions",
  title: t("Your business", "Su negocio"),
  condition: { question: "question_concerns", includes: "business" },
  questions: [
    ask(
      "question_business_successor",
      "contact",
      t("Who should run it after you?", "¿Quién debería dirigirlo después de usted?"),
    ),
    ask(
      "question_business_email",
      "email",
      t("The e-mail address of your business accountant", "El correo electrónico del contador del negocio"),
      {
        help: t("We write only with your consent.", "Solo escribimos con su permiso."),
      },
    ),
    ask("question_business_plan", "long_text", t("What should happen to it?", "¿Qué debería pasar con él?")),
  ],
}

export const closing: QuestionsSection = {
  id: "section_closing",
  kind: "questions",
  title: t("Before you send", "Antes de enviar"),
  questions: [
    ask(
      "question_notice",
      "notice",
      t(
        "Sending this does not yet make us your attorneys: we do so with a signed agreement after we have met. What you tell us is confidential from the first word.",
        "Enviar este cuestionario aún no nos convierte en sus abogados: eso sucede con un acuerdo firmado después de reunirnos. Lo que nos cuente es confidencial desde la primera palabra.",
      ),
    ),
    ask("question_meeting", "one_of", t("How would you like to meet?", "¿Cómo le gustaría reunirse?"), {
      options: choices(
        ["office", "At your office", "En su oficina"],
        ["video", "By video", "Por video"],
        ["home", "At our home", "En nuestra casa"],
      ),
    }),
    ask(
      "question_anything_else",
      "long_text",
      t("Is there anything else we should know?", "¿Hay algo más que debamos saber?"),
    ),
  ],
}
