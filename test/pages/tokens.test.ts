import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { THEMES } from '../../rules/merchants/accent.ts';

const STYLES = join(import.meta.dirname, '..', '..', 'pages', 'styles');
const TOKENS = 'tokens.css';
const files = globSync('*.css', { cwd: STYLES }).filter((file) => file !== TOKENS);
const textOf = (file: string) =>
  readFileSync(join(STYLES, file), 'utf8').replaceAll(/\/\*[^]*?\*\//g, (comment) =>
    comment.replaceAll(/[^\n]/g, ' '),
  );

/** Every declaration of a style sheet: where, its property and its value. */
const declarations = files.flatMap((file) =>
  [...textOf(file).matchAll(/(?:^|[{;])\s*([a-z-]+):\s*([^;{}]+)(?=[;}])/g)].map(([, property, value]) => ({
    file,
    property: property!,
    value: value!.trim(),
  })),
);

/** What the scales have: sizes of text, distances, lines, corners, colours. Widths and heights of a layout are its own. */
const SCALED =
  /^(?:font|font-size|font-weight|line-height|letter-spacing|(?:row-|column-)?gap|(?:padding|margin|inset|outline|border)(?:-.+)?|box-shadow|text-underline-offset|--gap)$/;
/** A length or a number that is none of the scale; zero, shares of the screen and of the line are. */
const RAW = /(?<![\w-])-?(?:\d*\.)?\d+(?:rem|em|px|pt|ch)\b|^(?:font-weight|line-height): \d/;
/** Hidden from the eye and not from the ear needs a pixel, and one less. */
const ALLOWED = new Set(['base.css margin: -1px']);
const COLOUR = /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch|color|color-mix)\(/i;
/** Where a line begins, and not where the left is. */
const PHYSICAL =
  /^(?:(?:margin|padding|border|inset)-(?:left|right|top|bottom)(?:-.+)?|left|right|top|bottom|(?:min-|max-)?(?:width|height))$/;

describe('every style sheet', () => {
  it.each([
    ['sizes of text, distances, lines and corners of the scale', SCALED, RAW],
    ['colours of the themes', /^/, COLOUR],
  ])('has %s alone: they stand in tokens.css', (_, properties, value) => {
    const raw = declarations.filter(
      (each) => properties.test(each.property) && value.test(`${each.property}: ${each.value}`),
    );
    const named = raw.map((each) => `${each.file} ${each.property}: ${each.value}`);
    expect(named.filter((each) => !ALLOWED.has(each))).toEqual([]);
  });

  it('is laid out by the direction of the text, so that it turns around for those that are read from the right', () => {
    const physical = declarations.filter(({ property }) => PHYSICAL.test(property));
    expect(physical.map(({ file, property }) => `${file} ${property}`)).toEqual([]);
    const sided = declarations.filter(
      ({ property, value }) => property === 'text-align' && /left|right/.test(value),
    );
    expect(sided).toEqual([]);
  });

  it('names tokens that exist', () => {
    const defined = new Set(
      ['tokens.css', ...files].flatMap((file) =>
        [...textOf(file).matchAll(/(--[\w-]+):/g)].map(([, name]) => name),
      ),
    );
    const used = files.flatMap((file) =>
      [...textOf(file).matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name!),
    );
    expect([...new Set(used)].filter((name) => !defined.has(name))).toEqual([]);
  });
});

it('an accent is corrected against the grounds that the themes have', () => {
  const [light, dark] = textOf(TOKENS).split('@media') as [string, string];
  const valueOf = (theme: string, name: string) => new RegExp(`--${name}: (#\\w+)`).exec(theme)?.[1];
  expect([valueOf(light, 'sunken'), valueOf(light, 'on-accent')]).toEqual([
    THEMES.light.ground,
    THEMES.light.text,
  ]);
  expect([valueOf(dark, 'sunken'), valueOf(dark, 'on-accent')]).toEqual([
    THEMES.dark.ground,
    THEMES.dark.text,
  ]);
});
