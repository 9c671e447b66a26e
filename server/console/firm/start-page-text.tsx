import { type Language, languageCodes } from "../../definition/text.ts"
import type { Firm } from "../../firms/firms.ts"
import { max_text_characters, type StartPageText, startPageTextOf } from "../../inquiries/start-page-text.ts"
import type { Fault } from "../../platform/errors.ts"
import { Card } from "../../ui/components/card.tsx"
import { TextArea } from "../../ui/components/text-area.tsx"
import { faultAt, type PageRequest, type RefusedForm, textOf, typedOr } from "../page-request.ts"
import type { StoredField } from "../stale-forms.tsx"

const fieldOf = (language: Language) => `start_page_text_${language}`
const labels: Record<Language, string> = {
  en: "Your text above the “Send” button",
  es: "The same in Spanish",
}

export function storedStartPageText(settings: Firm["settings"]): StoredField[] {
  const own = startPageTextOf(settings)
  return languageCodes.map((language) => ({
    name: fieldOf(language),
    label: labels[language],
    value: own[language],
  }))
}

/** The setting for the text that people accept before they send an inquiry. */
export function StartPageTextCard({ firm, refused }: { firm: Firm; refused: RefusedForm | undefined }) {
  const own = startPageTextOf(firm.settings)
  return (
    <Card title="Start pages" id="start_pages">
      {languageCodes.map((language) => (
        <TextArea
          key={language}
          id={fieldOf(language)}
          label={labels[language]}
          hint={
            language === "en"
              ? "For example, your privacy notice. People accept it by sending an inquiry, which records the text and the time."
              : "If you leave this empty, people who read Spanish see the English text."
          }
          rows={5}
          value={typedOr(refused, fieldOf(language), own[language])}
          error={faultAt(refused, fieldOf(language))}
          spellcheck
        />
      ))}
    </Card>
  )
}

/** Parses both texts; adds any faults to `faults`. */
export function readStartPageText({ form }: Pick<PageRequest, "form">, faults: Fault[]): StartPageText {
  const read = (language: Language) => {
    const text = textOf(form, fieldOf(language)).replaceAll(/\r\n?/g, "\n").trim()
    if ([...text].length > max_text_characters) {
      const message = `Shorten the text to at most ${max_text_characters.toLocaleString("en-US")} characters.`
      faults.push({ param: fieldOf(language), code: "too_long", message })
    }
    return text
  }
  return { en: read("en"), es: read("es") }
}
