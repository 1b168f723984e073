/** What the form to try an operation is made of; each operation carries its own in `data-trial`. */
export interface Trial {
  /** In capitals. */
  method: string;
  /** Such as `/v1/mandates/{id}`. */
  path: string;
  /** Whether a key or a token of a session may be sent. */
  takesKey: boolean;
  parameters: readonly TrialParameter[];
  /** The example of its body, indented; null where it takes none. */
  body: string | null;
}

export interface TrialParameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  /** All values that there are, or null where a person writes one. */
  options: readonly string[] | null;
}

/** What `npm run build:pages` makes of the guides, in groups, in the order of the navigation. */
export type BuiltGuides = readonly { group: string; guides: readonly Guide[] }[];

/** One guide. */
export interface Guide {
  /** Its anchor. */
  id: string;
  title: string;
  /** All of it but its title, with PLACEHOLDERS in its examples. */
  html: string;
}

/** What stands in guides where this deployment's own values belong. */
export const PLACEHOLDERS = {
  url: 'http://127.0.0.1:3000',
  testKey: 'sk_test_YOUR_KEY',
  liveKey: 'sk_live_YOUR_KEY',
  mint: 'MINT_ADDRESS',
} as const;

/** What the examples of a mode are filled with; in `data-modes`. `mint` is null for a mode without a token for everybody. */
export type Modes = Readonly<Record<'test' | 'live', { mint: string | null }>>;
