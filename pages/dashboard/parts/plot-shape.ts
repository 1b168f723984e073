import type { Forecast, Metrics } from '@autopay/sdk';
import { dayInWords } from '../../words/date.ts';

/** About as many lines stand across the plot. */
const LINES = 4;
/** As many days are named as fit beside each other on a phone. */
const NAMED_DAYS = 6;

/** A bar of a day: one unit of width is a day, heights are percent from the top. */
interface Bar {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** What any plot of some days stands on: round values at its side, and days below. */
export interface PlotFrame {
  /** How many days there are. */
  width: number;
  values: readonly { y: number; label: string }[];
  /** `x` in percent. */
  days: readonly { x: number; label: string }[];
}

/** What is drawn of the volume of some days. */
export interface PlotShape extends PlotFrame {
  bars: readonly Bar[];
  /** Points of a line, as SVG writes them. */
  line: string;
}

/** What is drawn of some days to come: on what is expected stands what is at risk. */
export interface ForecastShape extends PlotFrame {
  expected: readonly Bar[];
  atRisk: readonly Bar[];
}

/**
 * The shape of days, gross volume as bars and net volume as a line, in units of the token. Amounts become numbers
 * only here: a pixel needs no more digits than these have.
 */
export function plotShape(daily: Metrics['daily'], decimals: number): PlotShape {
  const gross = daily.map(({ grossVolume }) => Number(grossVolume) / 10 ** decimals);
  const net = daily.map(({ netVolume }) => Number(netVolume) / 10 ** decimals);
  const { frame, yOf, barOf } = frameOf(daily, [...gross, ...net]);
  const points = net.map((value, day) => `${day + 0.5},${yOf(value)}`);
  return {
    ...frame,
    bars: gross.map((value, day) => barOf(day, 0, value)),
    // A single day is a line to itself, which its round ends make a point.
    line: [...points, points.at(-1)].join(' '),
  };
}

/** The shape of what falls due on some days, in units of the token. */
export function forecastShape(daily: Forecast['tokens'][number]['daily'], decimals: number): ForecastShape {
  const expected = daily.map((day) => Number(day.expected.amount) / 10 ** decimals);
  const all = daily.map((day, at) => expected[at]! + Number(day.atRisk.amount) / 10 ** decimals);
  const { frame, barOf } = frameOf(daily, all);
  return {
    ...frame,
    expected: expected.map((value, day) => barOf(day, 0, value)),
    atRisk: all.map((value, day) => barOf(day, expected[day]!, value)),
  };
}

/** The frame in which all `values` find room, with nothing at its foot unless some are below it. */
function frameOf(daily: readonly { date: string }[], values: readonly number[]) {
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)];
  const step = roundStep((most - least) / LINES || 1);
  const [low, high] = [Math.floor(least / step), Math.max(1, Math.ceil(most / step))];
  const yOf = (value: number) => ((high - value / step) / (high - low)) * 100;
  // A few wide bars would look like a wall.
  const width = daily.length < 10 ? 0.3 : 0.7;
  const everyDays = Math.ceil(daily.length / NAMED_DAYS);
  const frame: PlotFrame = {
    width: daily.length,
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
  const barOf = (day: number, from: number, to: number): Bar => ({
    x: day + (1 - width) / 2,
    y: yOf(to),
    width,
    height: yOf(from) - yOf(to),
  });
  return { frame, yOf, barOf };
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
