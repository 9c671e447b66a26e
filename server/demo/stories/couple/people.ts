import type { Calendar } from "../../calendar.ts"
import type { PersonGiven } from "../../story.ts"
import { email, home, mobile, work } from "../../writing.ts"

const address = home("418 Larkspur Lane", "Alexandria", "VA", "22314")

/** The two clients: hers comes with what she types first, his when he opens his own link. */
export const clients = (calendar: Calendar) => ({
  siobhan: {
    first_name: "Siobhán",
    middle_name: "Maeve",
    last_name: "O’Neil-Ștefănescu",
    also_known_as: "Siobhán O’Neil",
    preferred_name: "Shiv",
    gender_binary: "Female",
    date_of_birth: calendar.yearsAgo(46, "05-03"),
    phones: [mobile("(703) 555-0142"), work("703-555-0190 ext. 12")],
    emails: [email("siobhan@oneil-stefanescu.example")],
    addresses: [address],
  },
  andrei: {
    first_name: "Andrei",
    middle_name: "Mihai",
    last_name: "Ștefănescu",
    gender_binary: "Male",
    date_of_birth: calendar.yearsAgo(51, "11-19"),
    phones: [mobile("+1 703 555 0143")],
    emails: [email("andrei@oneil-stefanescu.example")],
    addresses: [address],
  },
})

export const children = (calendar: Calendar): Record<string, PersonGiven> => ({
  luca: {
    relationship_type: "2SSON",
    partner_relationship_type: "2SON",
    first_name: "Luca",
    last_name: "Ștefănescu",
    gender_binary: "Male",
    date_of_birth: calendar.yearsAgo(24, "02-08"),
    phones: [mobile("(919) 555-0128")],
    addresses: [home("77 Quarry Street, Apt 5", "Durham", "NC", "27701")],
  },
  ioana: {
    relationship_type: "2DATR",
    first_name: "Ioana",
    middle_name: "Bríd",
    last_name: "O’Neil-Ștefănescu",
    gender_binary: "Female",
    date_of_birth: calendar.yearsAgo(15, "06-27"),
  },
  cormac: {
    relationship_type: "2SON",
    first_name: "Cormac",
    last_name: "O’Neil-Ștefănescu",
    gender_binary: "Male",
    date_of_birth: calendar.yearsAgo(12, "09-14"),
  },
  lucia: {
    relationship_type: "2DATR",
    first_name: "Lucia",
    middle_name: "Maeve",
    last_name: "O’Neil-Ștefănescu",
    preferred_name: "Lulu",
    gender_binary: "Female",
    date_of_birth: calendar.yearsAgo(8, "01-30"),
  },
})

export const family = (calendar: Calendar): Record<string, PersonGiven> => ({
  brid: {
    relationship_type: "3MOTH",
    first_name: "Bríd",
    last_name: "O’Neil",
    date_of_birth: calendar.yearsAgo(77, "03-17"),
    phones: [{ type: "home", number: "+353 1 555 0119" }],
    addresses: [home("3 Seafield Row", "Howth", "County Dublin", "D13", "IE")],
  },
  declan: {
    relationship_type: "3BROT",
    first_name: "Declan",
    last_name: "O’Neil",
    date_of_birth: calendar.yearsAgo(43, "12-05"),
    phones: [mobile("(202) 555-0166")],
    emails: [email("declan.oneil@mail.example")],
    addresses: [home("1209 Foxhall Mews NW", "Washington", "DC", "20007")],
  },
  mei: {
    relationship_type: "3SIIL",
    first_name: "Mei-Lin",
    last_name: "O’Neil",
    date_of_birth: calendar.yearsAgo(42, "07-22"),
    phones: [mobile("(202) 555-0167")],
    addresses: [home("1209 Foxhall Mews NW", "Washington", "DC", "20007")],
  },
  gheorghe: {
    relationship_type: "3FINL",
    partner_relationship_type: "3FATH",
    first_name: "Gheorghe",
    last_name: "Ștefănescu",
    date_of_birth: calendar.yearsAgo(80, "04-23"),
    addresses: [home("Strada Teilor 14", "Sibiu", "SB", "550001", "RO")],
  },
  ruxandra: {
    relationship_type: "3SIIL",
    partner_relationship_type: "3SIST",
    first_name: "Ruxandra",
    last_name: "Ștefănescu-Wolfe",
    date_of_birth: calendar.yearsAgo(47, "10-11"),
    phones: [mobile("(410) 555-0175")],
    emails: [email("ruxandra@wolfe-family.example")],
    addresses: [home("52 Chestnut Terrace", "Annapolis", "MD", "21401")],
  },
})

export const others: Record<string, PersonGiven> = {
  hanh: {
    relationship_type: "4GODM",
    first_name: "Hạnh",
    last_name: "Nguyễn",
    phones: [mobile("(571) 555-0131")],
    emails: [email("hanh.nguyen@mail.example")],
    addresses: [home("9 Bellwether Court", "Arlington", "VA", "22201")],
  },
  harbor: {
    relationship_type: "4CHAR",
    first_name: "Harbor Street",
    last_name: "Literacy Project",
    emails: [{ type: "work", email: "giving@harborstreet.example" }],
  },
  priya: {
    relationship_type: "5ACCT",
    first_name: "Priya",
    last_name: "Raman",
    phones: [work("(703) 555-0181")],
    emails: [{ type: "work", email: "priya@raman-cpa.example" }],
  },
  jonah: {
    relationship_type: "5WMAN",
    first_name: "Jonah",
    last_name: "Feldstein",
    phones: [work("(202) 555-0184")],
    emails: [{ type: "work", email: "jonah.feldstein@tidewater-wealth.example" }],
  },
}
