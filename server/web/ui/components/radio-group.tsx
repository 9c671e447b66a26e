import { ChoiceGroup, type ChoiceGroupProps } from "./choice-group.tsx"

/** One of a few. */
export function RadioGroup({ value, ...props }: ChoiceGroupProps & { value?: string }) {
  const attributes = { required: props.required, ...props.attributes }
  return (
    <ChoiceGroup
      {...props}
      type="radio"
      chosen={value === undefined ? [] : [value]}
      attributes={attributes}
    />
  )
}
