import type { Metrics } from '@autopay/sdk';
import { dayInWords } from '../../words/date.ts';

/** About as many lines stand across the plot. */
const LINES = 4;
/** As many days are named as fit beside each other on a phone. */
const NAMED_DAYS = 6;

/** What is drawn of some days: one unit of width is a day, heights are percent from the top. */
export interface PlotShape {
  bars: readonly { x: number; y: number; width: number; height: number }[];
  /** Points of a line, as SVG writes them. */
  line: string;
  values: readonly { y: number; label: string }[];
  /** `x` in percent. */
  days: readonly { x: number; label: string }[];
}

/**
 * The shape of days, gross volume as bars and net volume as a line, in units of the token. Amounts become numbers
 * only here: a pixel needs no more digits than these have.
 */
export function plotShape(daily: Metrics['daily'], decimals: number): PlotShape {
  const gross = daily.map(({ grossVolume }) => Number(grossVolume) / 10 ** decimals);
  const net = daily.map(({ netVolume }) => Number(netVolume) / 10 ** decimals);
  const [least, most] = [Math.min(0, ...net), Math.max(0, ...gross)];
  const step = roundStep((most - least) / LINES || 1);
  const [low, high] = [Math.floor(least / step), Math.max(1, Math.ceil(most / step))];
  const yOf = (value: number) => ((high - value / step) / (high - low)) * 100;
  // A few wide bars would look like a wall.
  const width = daily.length < 10 ? 0.3 : 0.7;
  const points = net.map((value, day) => `${day + 0.5},${yOf(value)}`);
  const everyDays = Math.ceil(daily.length / NAMED_DAYS);
  return {
    bars: gross.map((value, day) => ({
      x: day + (1 - width) / 2,
      y: yOf(value),
      width,
      height: yOf(0) - yOf(value),
    })),
    // A single day is a line to itself, which its round ends make a point.
    line: [...points, points.at(-1)].join(' '),
    values: Array.from({ length: high - low + 1 }, (_, at) => ({
      y: yOf((low + at) * step),
      label: valueInWords(low + at, step),
    })),
    days: daily.flatMap(({ date }, day) =>
      day % everyDays === 0
        ? [
            {
              x: ((day + 0.5) / daily.length) * 100,
              label: dayInWords(Date.parse(date) / 1000, 0).slice(0, -5),
            },
          ]
        : [],
    ),
  };
}

/** The next of 1, 2 and 5 times a power of ten. */
function roundStep(atLeast: number): number {
  const power = 10 ** Math.floor(Math.log10(atLeast));
  return power * [1, 2, 5, 10].find((factor) => factor * power >= atLeast * 0.999_999)!;
}

/** `steps` times `step`, as short as it can be said: `20k`, `0.5`. */
function valueInWords(steps: number, step: number): string {
  if (steps === 0) return '0';
  const [unit, name] = [[1e9, 'bn'] as const, [1e6, 'M'] as const, [1e3, 'k'] as const].find(
    ([unit]) => step >= unit,
  ) ?? [1, ''];
  const digits = Math.max(0, -Math.floor(Math.log10(step / unit)));
  return `${((steps * step) / unit).toFixed(digits).replace('-', '\u2212')}${name}`;
}
