/** A merchant's colour as one theme of the pages shows it. Every value is `#rrggbb`. */
export interface ShownAccent {
  /** Of links, buttons and what has the focus: the merchant's own, or the nearest that can be read. */
  color: string;
  /** Under a pointer. */
  hover: string;
  /** Of what is written on it. */
  text: string;
  /** Whether `color` is not what the merchant asked for. */
  corrected: boolean;
  /** Of the merchant's own colour against the ground of the page where it is the hardest to read, such as 2.31. */
  contrast: number;
}

/** Of text and of what it stands on: WCAG 2.2, 1.4.3, level AA. */
export const LEAST_CONTRAST = 4.5;

/**
 * What the pages set an accent on, per theme, as tokens.css has it: the ground on which it is the hardest to read, what is written on the
 * accent, and what it is mixed with until it can be read. All other grounds of the theme are further away from it.
 */
export const THEMES = {
  light: { ground: '#eef0f4', text: '#ffffff', towards: '#000000' },
  dark: { ground: '#1f2530', text: '#0e1117', towards: '#ffffff' },
} as const;

/** Steps from a colour to black or white: fine enough that nobody sees a step. */
const STEPS = 64;
/** How far a pointer moves it, of those steps. */
const HOVER_STEPS = 10;

/** An accent colour for both themes, corrected where it could not be read. `accent` is `#rrggbb`. */
export function shownAccents(accent: string): { light: ShownAccent; dark: ShownAccent } {
  return { light: shownAccent(accent, 'light'), dark: shownAccent(accent, 'dark') };
}

function shownAccent(accent: string, theme: keyof typeof THEMES): ShownAccent {
  const { ground, text, towards } = THEMES[theme];
  const fits = (color: string) =>
    contrastOf(color, ground) >= LEAST_CONTRAST && contrastOf(color, text) >= LEAST_CONTRAST;
  const own = accent.toLowerCase();
  let step = 0;
  while (!fits(mixed(own, towards, step))) step += 1;
  return {
    color: mixed(own, towards, step),
    hover: mixed(own, towards, Math.min(STEPS, step + HOVER_STEPS)),
    text,
    corrected: step > 0,
    contrast: Math.floor(contrastOf(own, ground) * 100) / 100,
  };
}

/** From 1 (the same) to 21 (black and white): WCAG 2.2. */
export function contrastOf(one: string, other: string): number {
  const [low, high] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

function luminanceOf(color: string): number {
  const [red, green, blue] = partsOf(color).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function mixed(color: string, towards: string, step: number): string {
  const other = partsOf(towards);
  const parts = partsOf(color).map((part, at) => Math.round(part + ((other[at]! - part) * step) / STEPS));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

function partsOf(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}
