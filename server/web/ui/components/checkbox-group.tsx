import { ChoiceGroup, type ChoiceGroupProps } from "./choice-group.tsx"

/** Any of a few. */
export function CheckboxGroup({ values = [], ...props }: ChoiceGroupProps & { values?: readonly string[] }) {
  return <ChoiceGroup {...props} type="checkbox" chosen={values} />
}
