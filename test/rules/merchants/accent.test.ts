import { assert, integer, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contrastOf, LEAST_CONTRAST, shownAccents, THEMES } from '../../../rules/merchants/accent.ts';

const color = integer({ min: 0, max: 0xff_ff_ff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe('an accent colour', () => {
  test('can be read in both themes, whatever it is', () => {
    assert(
      property(color, (accent) => {
        for (const theme of ['light', 'dark'] as const) {
          const shown = shownAccents(accent)[theme];
          const { ground, text } = THEMES[theme];
          for (const each of [shown.color, shown.hover]) {
            expect(contrastOf(each, ground)).toBeGreaterThanOrEqual(LEAST_CONTRAST);
            expect(contrastOf(each, text)).toBeGreaterThanOrEqual(LEAST_CONTRAST);
          }
          expect(shown.corrected).toBe(shown.color !== accent);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('stays as it is where it can be read, and is corrected where it cannot', () => {
    const { light, dark } = shownAccents('#0B5A8A');
    expect(light).toMatchObject({ color: '#0b5a8a', corrected: false, text: '#ffffff' });
    expect(dark).toMatchObject({ corrected: true, text: '#0e1117' });
    expect(shownAccents('#ffe000')).toMatchObject({
      light: { corrected: true, contrast: 1.15 },
      dark: { color: '#ffe000', corrected: false },
    });
  });

  test('black and white have the largest contrast, and a colour none with itself', () => {
    expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21);
    expect(contrastOf('#3a3fd0', '#3a3fd0')).toBe(1);
  });
});
