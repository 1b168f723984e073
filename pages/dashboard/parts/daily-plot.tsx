import { useEffect, useRef, useState } from 'preact/hooks';
import type { Metrics } from '@autopay/sdk';
import { amountInWords } from '../../words/amount.ts';
import { Table } from './table.tsx';

const HEIGHT = 240;
const DARK = matchMedia('(prefers-color-scheme: dark)');

/** Volume day by day: a picture, and the same days as a table for whoever cannot see it. */
export function DailyPlot({ metrics }: { metrics: Metrics }) {
  const { daily, decimals } = metrics;
  return (
    <figure class="plot stack">
      <figcaption>
        <h2>Day by day</h2>
        <p class="small muted">Bars are gross volume, the line is what stays after refunds. Days in UTC.</p>
      </figcaption>
      <Canvas metrics={metrics} />
      <details>
        <summary>Show as a table</summary>
        <Table
          caption="Volume day by day"
          rows={daily.toReversed()}
          keyOf={({ date }) => date}
          columns={[
            { head: 'Day', cell: ({ date }) => date },
            { head: 'Payments', cell: ({ payments }) => payments, end: true },
            { head: 'Gross', cell: ({ grossVolume }) => amountInWords(grossVolume, decimals), end: true },
            { head: 'Refunds', cell: ({ refunds }) => amountInWords(refunds, decimals), end: true },
            { head: 'Net', cell: ({ netVolume }) => amountInWords(netVolume, decimals), end: true },
          ]}
        />
      </details>
    </figure>
  );
}

function Canvas({ metrics: { daily, decimals } }: { metrics: Metrics }) {
  const place = useRef<HTMLDivElement>(null);
  const [isDark, setIsDark] = useState(DARK.matches);
  useEffect(() => {
    const look = () => setIsDark(DARK.matches);
    // It may have changed since it was first read.
    look();
    DARK.addEventListener('change', look);
    return () => DARK.removeEventListener('change', look);
  }, []);
  const drawn = JSON.stringify(daily);
  useEffect(() => {
    let stop = () => {};
    let isGone = false;
    // Only the overview draws: the other views do without its weight.
    void import('./draw-plot.ts').then(({ drawPlot }) => {
      if (!isGone) stop = drawPlot(place.current!, daily, decimals, HEIGHT);
    });
    return () => {
      isGone = true;
      stop();
    };
  }, [drawn, decimals, isDark]);
  return <div class="plot-canvas" ref={place} aria-hidden="true" />;
}
