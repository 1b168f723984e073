import { expect, it } from 'vitest';
import { forecastShape, plotShape } from '../../pages/dashboard/parts/plot-shape.ts';

/** Days from 1 November, with gross and net volume in cents. */
const days = (...volumes: [gross: number, net: number][]) =>
  volumes.map(([grossVolume, netVolume], at) => ({
    date: new Date(Date.UTC(2026, 10, 1 + at)).toISOString().slice(0, 10),
    payments: 1,
    grossVolume: String(grossVolume),
    refunds: String(grossVolume - netVolume),
    netVolume: String(netVolume),
  }));
const labels = (shape: ReturnType<typeof plotShape>) => shape.values.map(({ label }) => label);

it('bars stand on nothing and end at their value, beside lines at round values', () => {
  const shape = plotShape(days([20_00, 20_00], [0, 0], [40_00, 10_00]), 2);
  expect(labels(shape)).toEqual(['0', '10', '20', '30', '40']);
  expect(shape.values.map(({ y }) => y)).toEqual([100, 75, 50, 25, 0]);
  expect(shape.bars.map(({ y, height }) => [y, height])).toEqual([
    [50, 50],
    [100, 0],
    [0, 100],
  ]);
  expect(shape.line).toBe('0.5,50 1.5,100 2.5,75 2.5,75');
});

it('a day on which more was refunded than earned goes below', () => {
  const shape = plotShape(days([10_00, -10_00]), 2);
  expect(labels(shape)).toEqual(['\u221210', '\u22125', '0', '5', '10']);
  expect(shape.bars).toMatchObject([{ y: 0, height: 50 }]);
  expect(shape.line).toBe('0.5,100 0.5,100');
});

it.each([
  [0, ['0', '1']],
  [1, ['0', '0.005', '0.010']],
  [250_00, ['0', '100', '200', '300']],
  [13_000_00, ['0', '5k', '10k', '15k']],
  [9_000_000_00, ['0', '5M', '10M']],
  [70_000_000_000_00, ['0', '20bn', '40bn', '60bn', '80bn']],
])('%i cents are held against %j', (most, values) => {
  expect(labels(plotShape(days([most, most]), 2))).toEqual(values);
});

it('names six days at most, the first among them', () => {
  const shape = plotShape(days(...Array.from({ length: 30 }, (): [number, number] => [1, 1])), 2);
  expect(shape.days.map(({ label }) => label)).toEqual([
    '1 Nov',
    '6 Nov',
    '11 Nov',
    '16 Nov',
    '21 Nov',
    '26 Nov',
  ]);
});

it('what is at risk stands on what is expected, in one frame', () => {
  const sums = (amount: number) => ({ payments: 1, amount: String(amount) });
  const shape = forecastShape(
    [
      { date: '2026-11-01', expected: sums(20_00), atRisk: sums(20_00) },
      { date: '2026-11-02', expected: sums(10_00), atRisk: sums(0) },
    ],
    2,
  );
  expect(shape.values.map(({ label }) => label)).toEqual(['0', '10', '20', '30', '40']);
  expect(shape.expected.map(({ y, height }) => [y, height])).toEqual([
    [50, 50],
    [75, 25],
  ]);
  expect(shape.atRisk.map(({ y, height }) => [y, height])).toEqual([
    [0, 50],
    [75, 0],
  ]);
  expect(shape.width).toBe(2);
});
