/**
 * Every icon of the pages: outlines on a grid of 24, drawn with the text's own colour and as large as `--icon`. They stand beside words that say the same,
 * so nobody hears them.
 */
const PATHS = {
  alert: 'M12 3 2 20h20L12 3Zm0 6v5m0 3v.01',
  bank: 'M3 10h18L12 4 3 10Zm2 0v8m5-8v8m4-8v8m5-8v8M3 20h18',
  bell: 'M6 16V11a6 6 0 0 1 12 0v5l2 2H4l2-2Zm4 4h4',
  box: 'M12 3 4 7v10l8 4 8-4V7l-8-4ZM4 7l8 4 8-4m-8 4v10',
  check: 'm5 12 5 5L20 7',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm0 4v5l3 2',
  code: 'm8 7-5 5 5 5m8-10 5 5-5 5M14 4l-4 16',
  coins:
    'M4 7c0-4 12-4 12 0s-12 4-12 0Zm0 0v5c0 3 6 4 9 3M4 12v5c0 3 8 4 12 1m-2-4c0-3 7-3 7 0s-7 3-7 0Zm0 0v4c0 3 7 3 7 0v-4',
  cross: 'm6 6 12 12M18 6 6 18',
  flask: 'M9 3h6m-5 0v6L4 19c-1 1 0 2 1 2h14c1 0 2-1 1-2L14 9V3M7 15h10',
  home: 'M4 11 12 4l8 7v9h-5v-6H9v6H4v-9Z',
  key: 'M8 9a4 4 0 1 0 0 8 4 4 0 0 0 0-8Zm4 3 9-8m-4 4 3 3',
  lock: 'M6 11h12v9H6v-9Zm3 0V8a3 3 0 0 1 6 0v3m-3 4v2',
  link: 'M10 14a4 4 0 0 0 6 0l4-4a4 4 0 0 0-6-6l-1 1m1 5a4 4 0 0 0-6 0l-4 4a4 4 0 0 0 6 6l1-1',
  next: 'M4 12h15m-6-6 6 6-6 6',
  paint: 'M12 3a9 9 0 1 0 0 18c2 0 2-2 1-3s0-3 2-3h3c2 0 3-1 3-3 0-5-4-9-9-9ZM8 11v.01M12 7v.01M16 10v.01',
  people: 'M9 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM2 20c0-4 3-5 7-5s7 1 7 5m0-15a4 4 0 0 1 0 7m2 3c3 1 4 2 4 5',
  plan: 'M5 3h14v18H5V3Zm4 5h6m-6 4h6m-6 4h3',
  receipt: 'M6 3v18l3-2 3 2 3-2 3 2V3l-3 2-3-2-3 2-3-2Zm3 6h6m-6 4h6',
  repeat: 'M4 12a7 7 0 0 1 12-5l3 3m0-5v5h-5m6 2a7 7 0 0 1-12 5l-3-3m0 5v-5h5',
  undo: 'M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3',
  wallet: 'M4 7h15v12H4V7Zm0 0 12-4v4m-1 6h.01',
} as const;

/** What an icon shows. */
export type IconName = keyof typeof PATHS;

/** An icon, beside its words. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      class="icon"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="2"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
