/**
 * The byte after the base layout that distinguishes a Token-2022 mint from an account (spl-token-2022
 * `AccountType`).
 */
export const ACCOUNT_TYPE = { mint: 1, account: 2 } as const;

/** One type-length-value entry of a Token-2022 mint or account. */
export interface Extension {
  type: number;
  value: Uint8Array;
}

/** Both kinds are padded to the length of a token account; a plain mint has 82 bytes, a multisignature wallet 355. */
const BASE_BYTES = { mint: 82, account: 165, multisig: 355 } as const;

/**
 * The extensions of a mint or token account: empty for a plain one, null if `data` is not of the wanted type.
 * Reads accounts of both programs. Source: spl-token-2022 `extension/mod.rs`.
 */
export function readExtensions(
  data: Uint8Array,
  wanted: (typeof ACCOUNT_TYPE)['mint' | 'account'],
): Extension[] | null {
  if (data.length === BASE_BYTES[wanted === ACCOUNT_TYPE.mint ? 'mint' : 'account']) return [];
  if (data.length <= BASE_BYTES.account || data.length === BASE_BYTES.multisig) return null;
  if (data[BASE_BYTES.account] !== wanted) return null;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const extensions: Extension[] = [];
  let at = BASE_BYTES.account + 1;
  // Four bytes of header; type 0 marks unused space to the end.
  while (at + 4 <= data.length && view.getUint16(at, true) !== 0) {
    const end = at + 4 + view.getUint16(at + 2, true);
    if (end > data.length) return null;
    extensions.push({ type: view.getUint16(at, true), value: data.subarray(at + 4, end) });
    at = end;
  }
  return extensions;
}
