import { type Expected, type Row, rowsOf } from "./row.ts"

const date = (month: string, day: string, year: string) => ({ month, day, year })
const full: (readonly [ReturnType<typeof date>, Expected])[] = [
  [date("3", "14", "1962"), "1962-03-14"],
  [date("March", "14", "1962"), "1962-03-14"],
  [date("mar", "14th", "1962"), "1962-03-14"],
  [date("sept.", "5", "1962"), "1962-09-05"],
  [date("marzo", "14", "1962"), "1962-03-14"],
  [date("０３", "１４", "１９６２"), "1962-03-14"],
  [date("03/14/1962", "", ""), "1962-03-14"],
  [date("", "", "March 14, 1962"), "1962-03-14"],
  [date("1962-03-14", "", ""), "1962-03-14"],
  [date("", "14.03.1962", ""), "1962-03-14"],
  [date("14 de marzo de 1962", "", ""), "1962-03-14"],
  [date("2", "29", "2024"), "2024-02-29"],
  [date("", "", ""), null],
  [date("2", "29", "1961"), { fault: "date_does_not_exist", limit: "February 1961" }],
  [date("13", "1", "1962"), { fault: "date_month_unknown" }],
  [date("3", "32", "1962"), { fault: "date_day_unknown" }],
  [date("3", "14", "62"), { fault: "date_year_too_short" }],
  [date("3", "14", "0062"), { fault: "date_year_unknown" }],
  [date("3", "", "1962"), { fault: "date_needs_day" }],
  [date("", "", "1962"), { fault: "date_needs_month_and_day" }],
  [date("3", "14", ""), { fault: "date_needs_year" }],
  [date("٣", "١٤", "١٩٦٢"), "1962-03-14"],
  [date("3.", "14.", "1962."), "1962-03-14"],
  [date("enero", "1.º", "1962"), "1962-01-01"],
  [date("5/5/1962", "", ""), "1962-05-05"],
  [date("03/04/1962", "", ""), { fault: "date_ambiguous", first: "March 4, 1962", second: "April 3, 1962" }],
  [date("", "", "5.3.1962"), { fault: "date_ambiguous", first: "May 3, 1962", second: "March 5, 1962" }],
  [date("March 1962", "", ""), { fault: "date_needs_day" }],
  [date("Feb 29 1900", "", ""), { fault: "date_needs_day_and_year" }],
  [date("3/14/62", "", ""), { fault: "date_needs_day_and_year" }],
]
const dates = rowsOf("date", full)
const years = rowsOf(
  "date",
  [
    [date("", "", "1998"), "1998"],
    [date("5", "", "1998"), "1998-05"],
    [date("5", "7", "1998"), "1998-05-07"],
    [date("", "", "98"), { fault: "date_year_too_short" }],
    [date("March 1998", "", ""), "1998-03"],
    [date("", "7", "1998"), { fault: "date_needs_month" }],
    [date("5", "", ""), { fault: "date_needs_year" }],
    [date("", "7", ""), { fault: "date_needs_month_and_year" }],
    [date("", "", "about 1998"), { fault: "date_year_unknown" }],
  ],
  { precision: "year" },
)
const months = rowsOf(
  "date",
  [
    [date("5", "", "1998"), "1998-05"],
    [date("5", "7", "1998"), "1998-05-07"],
    [date("5/1998", "", ""), "1998-05"],
    [date("", "", "1998-05"), "1998-05"],
    [date("marzo de 1998", "", ""), "1998-03"],
    [date("", "", "1998"), { fault: "date_needs_month" }],
    [date("5", "", ""), { fault: "date_needs_year" }],
  ],
  { precision: "month" },
)

const address = (street: string, city: string, state: string, postal_code: string, country_iso: string) => ({
  ...{ street, city, state, postal_code, country_iso },
})
const addresses = rowsOf("address", [
  [
    address("12 Elm St", "Springfield", "IL", "62701", "US"),
    ["12 Elm St", "Springfield", "IL", "62701", "US"],
  ],
  [
    address("Invalidenstraße 1", "Berlin", "", "10115", "DE"),
    ["Invalidenstraße 1", "Berlin", "", "10115", "DE"],
  ],
  [address(" 1 High St ", "London", "", "SW1A 1AA", "GB"), ["1 High St", "London", "", "SW1A 1AA", "GB"]],
  [
    address("12 Elm St\nApt 4", "New\nYork", "NY", "10001", "US"),
    ["12 Elm St\nApt 4", "New York", "NY", "10001", "US"],
  ],
  [
    address("1-1 千代田", "千代田区", "東京都", "100-8111", "JP"),
    ["1-1 千代田", "千代田区", "東京都", "100-8111", "JP"],
  ],
  [address("", "", "", "", "US"), null],
])

export const dateAndAddressRows: Row[] = [...dates, ...years, ...months, ...addresses]
