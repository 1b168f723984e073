import uPlot from 'uplot';
import type { Metrics } from '@autopay/sdk';

const HALF_A_DAY = 43_200;
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
/** Between two days' names, in pixels: each is some 45 wide. */
const DAY_SPACE = 64;

/**
 * Draws the days into `place` and follows its width; returns a function that removes the plot. Amounts become
 * numbers only here: a pixel needs no more digits than these have.
 */
export function drawPlot(
  place: HTMLElement,
  daily: Metrics['daily'],
  decimals: number,
  height: number,
): () => void {
  const colour = (name: string) => getComputedStyle(place).getPropertyValue(name).trim();
  const unit = 10 ** decimals;
  const axis = {
    stroke: colour('--muted'),
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { show: false },
  };
  const plot = new uPlot(
    {
      width: place.clientWidth,
      height,
      // A day's label is its UTC date, wherever the reader is.
      tzDate: (at) => uPlot.tzDate(new Date(at * 1000), 'Etc/UTC'),
      legend: { show: false },
      cursor: { show: false },
      scales: {
        // Half a day on either side, so that the first and last bars are whole.
        x: { range: (_, first, last) => [first - HALF_A_DAY, last + HALF_A_DAY] },
        y: { range: (_, low, high) => [Math.min(0, low), high > 0 ? high * 1.1 : 1] },
      },
      axes: [
        {
          ...axis,
          grid: { show: false },
          size: 32,
          space: DAY_SPACE,
          values: (_, moments) => moments.map((at) => DAY.format(at * 1000)),
        },
        { ...axis, size: 64 },
      ],
      series: [
        {},
        {
          label: 'Gross',
          stroke: colour('--accent'),
          fill: colour('--accent'),
          paths: uPlot.paths.bars!({ size: [0.7, 28] }),
          points: { show: false },
        },
        { label: 'Net', stroke: colour('--text'), width: 2, points: { show: daily.length < 3 } },
      ],
    },
    [
      daily.map(({ date }) => Date.parse(`${date}T00:00:00Z`) / 1000),
      daily.map(({ grossVolume }) => Number(grossVolume) / unit),
      daily.map(({ netVolume }) => Number(netVolume) / unit),
    ],
    place,
  );
  const observer = new ResizeObserver(() => plot.setSize({ width: place.clientWidth, height }));
  observer.observe(place);
  return () => {
    observer.disconnect();
    plot.destroy();
  };
}
