// One page for all places that name a person who falls out: for each, the person stays or someone else is chosen.
import type { Form } from "../../../../platform/http/responses/pages.ts"
import { seenName, seenOf, textOf } from "../../../../web/portal/form.ts"
import { PageForm } from "../../../../web/portal/page-form.tsx"
import { Banner, Notice } from "../../../../web/ui/components/banner.tsx"
import { Button } from "../../../../web/ui/components/button.tsx"
import type { SummaryError } from "../../../../web/ui/components/error-summary.tsx"
import { PageHeading } from "../../../../web/ui/components/page-heading.tsx"
import { SelectField } from "../../../../web/ui/components/select-field.tsx"
import { lockForEditing } from "../../../matters/editing.ts"
import { AddPerson, addPersonUrl, type Pickable } from "../../../portal/fields/person-picker.tsx"
import { livingPeople } from "../../../portal/fields/pickable-people.ts"
import { type PageRequest, refresh } from "../../../portal/page-request.ts"
import type { PageAddress } from "../../../portal/sections/section.tsx"
import type { Redirect, View } from "../../../portal/view.tsx"
import { keepInPlaces, listStayingPlaces, reasonToAsk } from "../../fallen-out.ts"
import { going, type Place, placesNaming } from "./places.ts"
import { replaceAt } from "./replacing.ts"

export interface Naming {
  person: { id: string; name: string }
  title: string
  lede: string
  submit: string
  back: string
  /** Whether the person may stay named; not if they are to be removed. */
  may_stay: boolean
}

/** Puts one person in every place. */
const everywhere = "everywhere"
const allField = "in_all"
const [stays, noOne] = ["stays", "no_one"]

export async function showNaming(req: PageRequest, request: PageAddress, naming: Naming): Promise<View> {
  const places = await placesNaming(req, naming.person.id)
  return namingView(req, request, naming, places, { form: {}, errors: [] })
}

/** Saves the choices; returns the page if something has to be looked at again, or undefined once all is saved. */
export async function saveNaming(
  req: PageRequest,
  request: PageAddress & { form: Form },
  naming: Naming,
): Promise<View | Redirect | undefined> {
  const { form } = request
  const { id } = naming.person
  await lockForEditing(req.tx, req.matter.id)
  const current = await refresh(req)
  const places = await placesNaming(current, id)
  const own = `${request.path}${request.search}`
  const adding = addPersonUrl(form, own)
  if (adding) return { to: adding }
  if (textOf(form, "lang") !== undefined)
    return namingView(current, request, naming, places, { form, errors: [] })
  const open = places.filter(({ people }) => people)
  const isAll = textOf(form, allField) !== undefined
  const chosen = (place: Place) => textOf(form, isAll ? everywhere : place.key) ?? ""
  const isStale = open.some((place) => seenOf(form, place.key) !== place.seen)
  const errors = open.flatMap((place) => errorAt(current, naming, place, chosen(place)))
  // One person for all places is put where they may be, and the page asks about the rest.
  const fit = open.filter(({ key }) => !isAll || !errors.some(({ href }) => href === key))
  if (isStale || (errors.length > 0 && !(isAll && fit.length > 0))) {
    const shown = { form, errors: isStale ? [] : errors, is_stale: isStale }
    return { ...(await namingView(current, request, naming, places, shown)), status: isStale ? 409 : 422 }
  }
  for (const place of fit) {
    const to = chosen(place)
    // Each save is read by the next: two places may be of the same role or asset.
    if (to !== stays) await replaceAt(await refresh(current), place, id, to === noOne ? null : to)
  }
  const staying = open.filter((place) => chosen(place) === stays).map(({ key }) => key)
  if (naming.may_stay) await keepInPlaces(req.tx, req.matter.id, id, staying)
  if (errors.length === 0) return undefined
  const fresh = await refresh(current)
  const shown = { form, errors, put: fit.length }
  return {
    ...(await namingView(fresh, request, naming, await placesNaming(fresh, id), shown)),
    status: 422,
  }
}

function errorAt({ words }: PageRequest, naming: Naming, place: Place, chosen: string): SummaryError[] {
  const { naming: sentences } = words.people
  if (chosen === "" || (chosen === stays && !naming.may_stay))
    return [{ href: place.key, text: sentences.missing(place.text) }]
  const isKnown = [stays, noOne].includes(chosen) || place.people?.some((each) => each.contact_id === chosen)
  return isKnown ? [] : [{ href: place.key, text: sentences.unsuitable(place.text) }]
}

interface Shown {
  form: Form
  errors: readonly SummaryError[]
  /** Someone changed a place after the page was shown. */
  is_stale?: boolean
  /** The number of places where one person was put, if these are the rest. */
  put?: number
}

async function namingView(
  req: PageRequest,
  request: PageAddress,
  naming: Naming,
  places: readonly Place[],
  { form, errors, is_stale, put }: Shown,
): Promise<View> {
  const { words } = req
  const sentences = words.people.naming
  const [staying, people] = await Promise.all([listStayingPlaces(req.tx, req.matter.id), req.loaded.people()])
  const out = people.filter((person) => person.id === naming.person.id || reasonToAsk(person))
  const anyone = (await livingPeople(req, [])).filter((each) => !out.some(({ id }) => id === each.contact_id))
  const open = places.filter((place) => place.people)
  const others = naming.may_stay ? [] : going(places)
  const isAll = textOf(form, allField) !== undefined
  const picked = request.query[`picked.${everywhere}`] ?? textOf(form, everywhere)
  const staysHere = staying.get(naming.person.id)?.places ?? []
  const chosenAt = ({ key }: Place) =>
    (isAll ? picked : textOf(form, key)) ?? (naming.may_stay && staysHere.includes(key) ? stays : "")
  const fixed = naming.may_stay ? [{ value: stays, label: words.people.keep(naming.person.name) }] : []
  return {
    title: naming.title,
    errors,
    is_form: true,
    back: { href: naming.back },
    banner: (is_stale || put) && (
      <Banner tone={put ? "success" : "warning"} role="alert">
        <p>{put ? sentences.put(put) : sentences.stale}</p>
      </Banner>
    ),
    body: (
      <>
        <PageHeading title={naming.title} lede={naming.lede} />
        <PageForm action={`${request.path}${request.search}`} words={words} submit={naming.submit} is_local>
          {open.length > 1 && (
            <div class="card">
              <div class="card-body">
                <SelectField
                  id={everywhere}
                  label={sentences.everywhere}
                  placeholder={words.frame.choose}
                  value={picked}
                  options={[...anyone.map(optionOf), ...fixed]}
                  status={<AddPerson words={words} name={everywhere} />}
                />
                <Button variant="secondary" name={allField} value="true">
                  {sentences.in_all(open.length)}
                </Button>
              </div>
            </div>
          )}
          {places.map((place) =>
            place.people ? (
              <div key={place.key}>
                <input type="hidden" name={seenName(place.key)} value={place.seen} />
                <SelectField
                  id={place.key}
                  label={place.text}
                  placeholder={words.frame.choose}
                  value={chosenAt(place)}
                  error={errors.find(({ href }) => href === place.key)?.text}
                  options={[
                    ...fixed,
                    ...place.people.map(optionOf),
                    { value: noOne, label: sentences.no_one },
                  ]}
                  status={
                    place.url && (
                      <a class="no-print" href={withReturn(place.url, `${request.path}${request.search}`)}>
                        {sentences.open}
                        <span class="visually-hidden">: {place.text}</span>
                      </a>
                    )
                  }
                />
              </div>
            ) : null,
          )}
          {others.length > 0 && (
            <Notice>
              <p>{words.people.remove_text}</p>
              <ul class="plain-list">
                {others.map(({ key, text }) => (
                  <li key={key}>{text}</li>
                ))}
              </ul>
            </Notice>
          )}
        </PageForm>
      </>
    ),
  }
}

function optionOf({ contact_id, name, hint }: Pickable) {
  return { value: contact_id, label: hint ? `${name}, ${hint}` : name }
}

/** The place's page, which leads back here. */
function withReturn(url: string, own: string): string {
  const [path, field] = url.split("#")
  return `${path}?${new URLSearchParams({ return: own })}#${field}`
}
