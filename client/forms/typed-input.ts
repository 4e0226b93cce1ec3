/** Marks what is shown only once. */
export const SHOWN_ONCE = { "data-shown-once": true };

/** Whether a part of the page has something shown only once, a form that is being sent, or a field whose value somebody has changed. */
export function holdsInput(part: Element): boolean {
  return (
    part.querySelector("form[aria-busy=true], [data-shown-once]") !== null ||
    [...part.querySelectorAll("input, select, textarea")].some(isChanged)
  );
}

function isChanged(field: Element): boolean {
  if (field instanceof HTMLSelectElement) {
    const initial = [...field.options].find(({ defaultSelected }) => defaultSelected) ?? field.options[0];
    return initial?.selected === false;
  }
  if (field instanceof HTMLInputElement && field.type === "checkbox") return field.checked !== field.defaultChecked;
  return (
    (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) && field.value !== field.defaultValue
  );
}
