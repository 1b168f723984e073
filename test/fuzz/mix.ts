import * as fc from 'fast-check';

/** One of several, the likelier the greater its weight. */
export function mix<T>(
  ...choices: (readonly [weight: number, arbitrary: fc.Arbitrary<T>])[]
): fc.Arbitrary<T> {
  return fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}
