/** Throws TypeError naming a wrong argument, without repeating its value. */
export function must(right: boolean, name: string, what: string): asserts right {
  if (!right) throw new TypeError(`${name} must be ${what}.`);
}

/** Throws TypeError for what an environment that lacks the variable gives. */
export function mustBeSet(name: string, value: unknown): void {
  if (value === undefined || value === '')
    throw new TypeError(`${name} is ${value === '' ? 'empty' : 'undefined'}: is the variable set?`);
}

/** Throws TypeError for anything but a plain object. */
export function mustBeObject(name: string, value: unknown): void {
  must(typeof value === 'object' && value !== null && !Array.isArray(value), name, 'an object');
}
