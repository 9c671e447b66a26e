// Words more than code, and so longer than a file of rules: what a client reads, in the order it is asked.

import type { QuestionsSection } from "../../definition.ts"
import { ask, choices, t, yes } from "../writing.ts"

export const situation: QuestionsSection = {
  id: "section_situation",
  kind: "questions",
  title: t("Your situation", "Su situación"),
  questions: [
    ask("question_citizenship", "one_of", t("What is your citizenship?", "¿Cuál es su ciudadanía?"), {
      required: true,
      each_client: true,
      options: choices(
        ["us", "U.S. citizen", "Ciudadanía estadounidense"],
        ["resident", "Lawful permanent resident", "Residencia permanente legal"],
        ["other", "Something else", "Otra"],
      ),
      why: t(
        "Gifts between spouses are taxed differently when one of them is not a U.S. citizen.",
        "Las donaciones entre cónyuges pagan otros impuestos cuando uno de ellos no es ciudadano estadounidense.",
      ),
    }),
    ask(
      "question_citizenship_country",
      "text",
      t("Of which country are you a citizen?", "¿De qué país es ciudadano?"),
      {
        each_client: true,
        required: true,
        max_length: 100,
        condition: {
          any: [
            { question: "question_citizenship", is: "resident" },
            { question: "question_citizenship", is: "other" },
          ],
        },
      },
    ),
    ask("question_ssn", "text", t("Social Security number", "Número de Seguro Social"), {
      each_client: true,
      sensitive: true,
      max_length: 11,
      help: t("Nine digits, for example 000-00-0000.", "Nueve cifras, por ejemplo 000-00-0000."),
      why: t(
        "Trusts and tax forms need it. It is stored encrypted, and everyone here who looks at it is recorded. You may also give it to us in person.",
        "Los fideicomisos y los formularios de impuestos lo requieren. Se guarda cifrado y queda registrado quién lo consulta. También puede dárnoslo en persona.",
      ),
    }),
    ask(
      "question_occupation",
      "text",
      t("What is, or was, your occupation?", "¿Cuál es, o era, su ocupación?"),
      {
        each_client: true,
      },
    ),
    ask(
      "question_military",
      "yes_no",
      t("Have you served in the military?", "¿Sirvió en las fuerzas armadas?"),
      {
        each_client: true,
        why: t(
          "There may be benefits for you, your spouse, or your burial.",
          "Puede haber beneficios para usted, su cónyuge o su entierro.",
        ),
      },
    ),
    ask("question_wedding_date", "date", t("When did you marry?", "¿Cuándo se casaron?"), {
      required: true,
      max: "today",
      condition: {
        any: [
          { fact: "marital_status", is: "married" },
          { fact: "marital_status", is: "separated" },
        ],
      },
    }),
    ask("question_wedding_place", "text", t("In which state or country?", "¿En qué estado o país?"), {
      why: t(
        "What spouses earn belongs to them differently from state to state.",
        "Lo que ganan los cónyuges les pertenece de distinta manera según el estado.",
      ),
      condition: { question: "question_wedding_date", is_answered: true },
    }),
    ask(
      "question_prenup",
      "yes_no",
      t(
        "Did you sign an agreement before or during the marriage?",
        "¿Firmaron un acuerdo antes o durante el matrimonio?",
      ),
      {
        condition: {
          any: [
            { fact: "marital_status", is: "married" },
            { fact: "marital_status", is: "separated" },
          ],
        },
      },
    ),
    ask("question_former_marriage", "yes_no", t("Have you been married before?", "¿Estuvo casado antes?"), {
      each_client: true,
      required: true,
      help: t("Not counting your present marriage.", "Sin contar su matrimonio actual."),
    }),
    ask(
      "question_former_marriage_duties",
      "long_text",
      t(
        "Do you still owe anything from it, or are you owed?",
        "¿Todavía debe algo por ello, o le deben a usted?",
      ),
      {
        each_client: true,
        help: t(
          "Support, life insurance, a share of a pension.",
          "Manutención, un seguro de vida, parte de una pensión.",
        ),
        condition: yes("question_former_marriage"),
      },
    ),
    ask(
      "question_phone_messages",
      "phone",
      t("Where may we leave a private message?", "¿Dónde podemos dejar un mensaje privado?"),
      {
        help: t(
          "Only if it differs from the numbers you gave.",
          "Solo si es distinto de los números que ya nos dio.",
        ),
      },
    ),
    ask(
      "question_emergency",
      "contact",
      t("Whom may we call if we cannot reach you?", "¿A quién podemos llamar si no logramos contactarlo?"),
    ),
  ],
}

export const children: QuestionsSection = {
  id: "section_children",
  kind: "questions",
  title: t("Your children", "Sus hijos"),
  condition: { fact: "number_of_children", greater_than: 0 },
  questions: [
    ask(
      "question_minor_children",
      "yes_no",
      t("Are any of your children under 18?", "¿Alguno de sus hijos es menor de 18 años?"),
      {
        required: true,
        why: t(
          "Then your plan should name who cares for them and for their money.",
          "En ese caso su plan debe nombrar a quien cuide de ellos y de su dinero.",
        ),
      },
    ),
    ask(
      "question_inherit_age",
      "number",
      t(
        "At what age should they receive their inheritance outright?",
        "¿A qué edad deberían recibir su herencia por completo?",
      ),
      {
        min: "18",
        max: "60",
        whole: true,
        help: t(
          "Many parents choose 25 or 30. You can change it later.",
          "Muchos padres eligen 25 o 30. Puede cambiarlo después.",
        ),
        condition: yes("question_minor_children"),
      },
    ),
    ask(
      "question_joint_children",
      "yes_no",
      t("Are all of your children the children of you both?", "¿Todos sus hijos son hijos de ambos?"),
      {
        condition: { fact: "has_partner", is: true },
      },
    ),
    ask(
      "question_special_needs",
      "yes_no",
      t(
        "Does a child of yours have a disability or need lasting care?",
        "¿Algún hijo tiene una discapacidad o necesita cuidados permanentes?",
      ),
      {
        required: true,
        why: t(
          "An inheritance can end public benefits, unless it is held in the right kind of trust.",
          "Una herencia puede terminar con los beneficios públicos, salvo que quede en el tipo adecuado de fideicomiso.",
        ),
      },
    ),
    ask(
      "question_special_needs_detail",
      "long_text",
      t("Who is it, and what do they need?", "¿Quién es y qué necesita?"),
      {
        sensitive: true,
        help: t(
          "Name the benefits they receive, such as SSI or Medicaid.",
          "Indique los beneficios que recibe, como SSI o Medicaid.",
        ),
        condition: yes("question_special_needs"),
      },
    ),
    ask(
      "question_equal_shares",
      "one_of",
      t("Should your children share equally?", "¿Sus hijos deberían heredar por igual?"),
      {
        options: choices(
          ["equal", "Yes, equally", "Sí, por igual"],
          ["unequal", "No", "No"],
          ["unsure", "I would like to talk about it", "Me gustaría hablarlo"],
        ),
      },
    ),
    ask("question_unequal_detail", "long_text", t("What do you have in mind?", "¿Qué tiene pensado?"), {
      condition: { question: "question_equal_shares", is: "unequal" },
    }),
  ],
}
