import type { Calendar } from "../../calendar.ts"
import type { PersonGiven } from "../../story.ts"
import { email, home, mobile, work } from "../../writing.ts"

/** Everybody who may inherit or must be notified. The daughter who answers is the third child. */
export const people = (calendar: Calendar): Record<string, PersonGiven> => ({
  partner: {
    first_name: "Geneviève",
    last_name: "Koné",
    relationship_type: "1WIDW",
    gender_binary: "Female",
    date_of_birth: calendar.yearsAgo(74, "09-05"),
    phones: [{ type: "home", number: "(301) 555-0104" }],
    addresses: [home("15 Harvest Glen", "Hyattsville", "MD", "20782")],
  },
  mamadou: {
    relationship_type: "2SON",
    first_name: "Mamadou",
    last_name: "Koné",
    date_of_birth: calendar.yearsAgo(47, "05-12"),
    phones: [mobile("(678) 555-0193")],
    emails: [email("mamadou.kone@mail.example")],
    addresses: [home("4410 Peachwood Circle", "Decatur", "GA", "30030")],
  },
  aissa: {
    relationship_type: "2DATR",
    first_name: "Aïssa",
    last_name: "Koné",
    date_of_birth: calendar.yearsAgo(40, "11-28"),
    emails: [email("aissa@kone-textiles.example")],
    addresses: [home("12 rue des Tanneurs", "Lyon", "", "69005", "FR")],
  },
  theo: {
    relationship_type: "3GSON",
    first_name: "Théo",
    last_name: "Delacroix",
    date_of_birth: calendar.yearsAgo(13, "03-09"),
    addresses: [home("88 Saltmarsh Road", "Silver Spring", "MD", "20910")],
  },
  seydou: {
    relationship_type: "3BROT",
    first_name: "Seydou",
    last_name: "Koné",
    date_of_birth: calendar.yearsAgo(76, "06-18"),
    addresses: [home("Rue 40, Porte 212, Hamdallaye", "Bamako", "", "", "ML")],
  },
  mosque: {
    relationship_type: "4CHAR",
    first_name: "Prince George’s",
    last_name: "Community Kitchen",
  },
  funeral: {
    relationship_type: "5FUNL",
    first_name: "Lorraine",
    last_name: "Whitlock",
    phones: [work("(301) 555-0116")],
  },
  accountant: {
    relationship_type: "5ACCT",
    first_name: "Osei",
    last_name: "Mensah",
    phones: [work("(240) 555-0172")],
    emails: [{ type: "work", email: "osei@mensah-tax.example" }],
  },
})
