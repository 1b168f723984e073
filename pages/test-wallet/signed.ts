/** Told in this tab alone: what was signed here moves money moments later. */
const told = new EventTarget();

/** A transaction was signed here. */
export function tellSigned(): void {
  told.dispatchEvent(new Event('signed'));
}

/** Calls `listener` each time a transaction was signed here. */
export function onSigned(listener: () => void): void {
  told.addEventListener('signed', listener);
}
