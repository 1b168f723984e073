/** The guides of /docs in the order of its navigation; each is `<name>.md` in this folder, and its name is its anchor. */
export const CONTENTS: readonly { group: string; guides: readonly string[] }[] = [
  { group: 'Get started', guides: ['quickstart', 'concepts'] },
  { group: 'Sell', guides: ['first-subscription', 'payment-links', 'button', 'entitlements'] },
  { group: 'Operate', guides: ['webhooks', 'failures', 'refunds', 'reports'] },
  { group: 'Build', guides: ['test-clocks', 'testing', 'robust-requests'] },
  { group: 'Run', guides: ['going-live', 'moving'] },
];
