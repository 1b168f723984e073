/** Attributes of a new element, and `onclick` as a listener. */
export interface Given {
  [attribute: string]: string | boolean | (() => void);
}

/**
 * Creates an element with attributes and children. Text stays text, so data cannot become markup. `true` sets
 * an empty attribute, `false` none.
 */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  given: Given = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(given)) {
    if (typeof value === 'function') made.addEventListener(name.slice(2), value);
    else if (value !== false) made.setAttribute(name, value === true ? '' : value);
  }
  made.append(...children);
  return made;
}
