import type { Metrics } from '@autopay/sdk';
import type { ComponentChildren } from 'preact';
import { amountInWords } from '../../words/amount.ts';
import { type PlotFrame, plotShape } from './plot-shape.ts';
import { Table } from './table.tsx';

/** Volume day by day: a picture, and the same days as a table for whoever cannot see it. */
export function DailyPlot({ metrics }: { metrics: Metrics }) {
  const { daily, decimals } = metrics;
  return (
    <figure class="plot stack">
      <figcaption>
        <h2>Day by day</h2>
        <p class="small muted">Bars are gross volume, the line is what stays after refunds. Days in UTC.</p>
      </figcaption>
      <Drawing metrics={metrics} />
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

function Drawing({ metrics: { daily, decimals } }: { metrics: Metrics }) {
  const { bars, line, ...frame } = plotShape(daily, decimals);
  return (
    <PlotDrawing frame={frame}>
      {bars.map((bar) => (
        <rect key={bar.x} class="plot-bar" {...bar} />
      ))}
      <polyline class="plot-line" points={line} />
    </PlotDrawing>
  );
}

/** A plot's frame with what is drawn in it. Whoever cannot see it has a table beside it. */
export function PlotDrawing({
  frame: { width, values, days },
  children,
}: {
  frame: PlotFrame;
  children: ComponentChildren;
}) {
  return (
    <div class="plot-drawing" aria-hidden="true">
      <svg class="plot-values">
        {values.map(({ y, label }) => (
          <text key={y} x="100%" y={`${y}%`}>
            {label}
          </text>
        ))}
      </svg>
      <svg class="plot-area" viewBox={`0 0 ${width} 100`} preserveAspectRatio="none">
        {values.map(({ y }) => (
          <line key={y} class="plot-grid" x2={width} y1={y} y2={y} />
        ))}
        {children}
      </svg>
      <svg class="plot-days">
        {days.map(({ x, label }) => (
          <text key={x} x={`${x}%`} y="1.25rem">
            {label}
          </text>
        ))}
      </svg>
    </div>
  );
}
