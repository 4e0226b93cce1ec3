/** The selected text of the page. The browser takes the function as text: it knows nothing but the page. */
export function selectedText(): string {
  const field = document.activeElement;
  // In Firefox a selection within a field is none of the page.
  if (field instanceof HTMLTextAreaElement && field.selectionStart !== field.selectionEnd)
    return field.value.slice(field.selectionStart, field.selectionEnd);
  return getSelection()?.toString() ?? "";
}
