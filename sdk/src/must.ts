/** Throws TypeError for an argument that cannot be right, naming it, and never repeating a value. */
export function must(right: boolean, name: string, what: string): asserts right {
  if (!right) throw new TypeError(`${name} must be ${what}.`);
}

/** Throws TypeError for what is no plain object. */
export function mustBeObject(name: string, value: unknown): void {
  must(typeof value === 'object' && value !== null && !Array.isArray(value), name, 'an object');
}
