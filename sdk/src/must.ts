/** Throws TypeError naming a wrong argument, without repeating its value. */
export function must(right: boolean, name: string, what: string): asserts right {
  if (!right) throw new TypeError(`${name} must be ${what}.`);
}

/** Throws TypeError for anything but a plain object. */
export function mustBeObject(name: string, value: unknown): void {
  must(typeof value === 'object' && value !== null && !Array.isArray(value), name, 'an object');
}
