// What would be refused is not shown: links and forms ask whoever lays out the page whether they may be used.
import { type ComponentChildren, createContext, type JSX } from "preact"
import { useContext } from "preact/hooks"

export type MayUse = (method: "GET" | "POST", href: string) => boolean

const everything: MayUse = () => true
export const PermissionsContext = createContext(everything)

export function useMayUse(): MayUse {
  return useContext(PermissionsContext)
}

interface IfPermittedProps {
  /** Where the link leads, or the form is sent; empty for the page itself. */
  href: string
  method?: "GET" | "POST"
  children: ComponentChildren
}

/** What stands around a link or a form, for those alone who may use it. */
export function IfPermitted({ href, method = "POST", children }: IfPermittedProps) {
  return useMayUse()(method, href) ? children : null
}

/** A form on a page that more people see than may send it. */
export function PostForm(
  props: Omit<JSX.IntrinsicElements["form"], "method" | "action"> & { action?: string },
) {
  return (
    <IfPermitted href={props.action ?? ""}>
      <form {...props} method="post" />
    </IfPermitted>
  )
}
