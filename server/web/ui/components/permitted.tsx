// Hides links and forms that the reader may not use. The page's layout provides the rule; without one, all are shown.
import { type ComponentChildren, createContext, type JSX } from "preact"
import { useContext } from "preact/hooks"

export type MayUse = (method: "GET" | "POST", href: string) => boolean

export const PermissionsContext = createContext<MayUse>(() => true)

export function useMayUse(): MayUse {
  return useContext(PermissionsContext)
}

interface IfPermittedProps {
  /** The target of the link or form; empty for the page itself. */
  href: string
  method?: "GET" | "POST"
  children: ComponentChildren
}

/** Renders its children only if the reader may use `href`. */
export function IfPermitted({ href, method = "POST", children }: IfPermittedProps) {
  return useMayUse()(method, href) ? children : null
}

/** A POST form, hidden from readers who may not send it. */
export function PostForm(
  props: Omit<JSX.IntrinsicElements["form"], "method" | "action"> & { action?: string },
) {
  return (
    <IfPermitted href={props.action ?? ""}>
      <form {...props} method="post" />
    </IfPermitted>
  )
}
