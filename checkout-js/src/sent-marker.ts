/** Where a marker is kept: sessionStorage, or anything like it. */
export interface MarkerStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** What is remembered across a reload: that a transaction may have been sent. Never a secret. */
export interface SentMarker {
  /** Unix milliseconds. */
  at: number;
  /** False if only the wallet was asked; it may have sent. */
  sent: boolean;
  /** Base58, if the wallet reported it. */
  signature?: string;
}

/** Reads, writes and clears the marker of one mandate. */
export type MarkerKeeper = ReturnType<typeof sentMarker>;

/**
 * The marker of one mandate in this tab. Works without storage that is forbidden or full: the service knows
 * the truth.
 */
export function sentMarker(mandateId: string, storage: MarkerStorage | null | undefined) {
  const key = `autopay:sent:${mandateId}`;
  const attempt = <T>(use: (storage: MarkerStorage) => T): T | undefined => {
    try {
      const place =
        storage === undefined ? (globalThis as { sessionStorage?: MarkerStorage }).sessionStorage : storage;
      return place ? use(place) : undefined;
    } catch {
      return undefined;
    }
  };
  return {
    read(): SentMarker | null {
      const marker = attempt((place) => JSON.parse(place.getItem(key) ?? 'null') as SentMarker | null);
      return typeof marker?.at === 'number' ? marker : null;
    },
    write: (marker: SentMarker) => attempt((place) => place.setItem(key, JSON.stringify(marker))),
    clear: () => attempt((place) => place.removeItem(key)),
  };
}
