// What script adds to the documentation: a remembered language, buttons that copy, a search, and where the reader is.
import { addCopyButtons } from "./documentation/copying.ts"
import { markCurrentSection } from "./documentation/current-section.ts"
import { rememberLanguage } from "./documentation/language.ts"
import { openMovedSection } from "./documentation/moved-section.ts"
import { openSearch } from "./documentation/search.ts"

openMovedSection()
rememberLanguage()
addCopyButtons()
openSearch()
markCurrentSection()
