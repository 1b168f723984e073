import { expect, test } from 'vitest';
import { requireName } from '../../../rules/merchants/require-name.ts';

test.each([
  ['Books.com', 'Books com'],
  ['Visit evil.example', 'Visit evil example'],
  ['pay support@shop.example', 'pay support shop example'],
  ['Coffee 🚨', 'Coffee'],
  ['🚨', 'Unnamed'],
])('%j is refused, by its field, with the reason and what payers would be shown', (name, shown) => {
  expect(() => requireName(name)).toThrow(
    expect.objectContaining({
      code: 'parameter_invalid',
      param: 'name',
      message: expect.stringMatching(/shown to payers.*link.*Books\.com.*emoji/),
    }),
  );
  expect(() => requireName(name)).toThrow(`Payers would be shown "${shown}".`);
});

test.each(['Books', 'Coffee & Co.', 'Dr. Oetker', 'St. Pauli 04', 'Müller GmbH & Co. KG'])(
  '%j is a name',
  (name) => {
    expect(() => requireName(name)).not.toThrow();
  },
);
