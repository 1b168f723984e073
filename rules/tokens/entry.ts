import { ApiError } from '../api-error.ts';

/** What the platform's owner decides about a token; the rest is read from the chain. */
export interface Entry {
  symbol: string;
  class: 'stable' | 'other';
  isDefault: boolean;
  floor: boolean;
  issuerControls: boolean;
}

/** The fields of an entry in a request: an omitted field keeps its value, or gets the default. */
export type EntryChange = { [Key in keyof Entry]?: Entry[Key] | undefined };

/**
 * The entry of a new token. Throws parameter_invalid for a floor token that is not stable or not accepted by
 * default.
 */
export function newEntry(request: EntryChange & Pick<Entry, 'symbol'>): Entry {
  const { symbol, class: tokenClass = 'other', floor = false, issuerControls = false } = request;
  requireFloorTerms(floor, tokenClass, request);
  return { symbol, class: tokenClass, isDefault: floor || request.isDefault === true, floor, issuerControls };
}

/**
 * `token` after a change. Throws floor_token for a change that the floor token does not allow (a token stops
 * being the floor only when another becomes it), and parameter_invalid like newEntry.
 */
export function changedEntry<Token extends Entry>(token: Token, change: EntryChange): Token {
  if (token.floor) requireFloorKept(change);
  const floor = change.floor ?? token.floor;
  const tokenClass = change.class ?? token.class;
  requireFloorTerms(floor, tokenClass, change);
  return {
    ...token,
    symbol: change.symbol ?? token.symbol,
    class: tokenClass,
    isDefault: floor || (change.isDefault ?? token.isDefault),
    floor,
    issuerControls: change.issuerControls ?? token.issuerControls,
  };
}

function requireFloorKept(change: EntryChange): void {
  const taken = (param: keyof Entry) =>
    new ApiError('floor_token', {
      param,
      message:
        'This is the token that pricing falls back to: it stays stable and accepted by default. First give the floor to another token.',
    });
  if (change.class === 'other') throw taken('class');
  if (change.isDefault === false) throw taken('isDefault');
  if (change.floor === false) throw taken('floor');
}

function requireFloorTerms(floor: boolean, tokenClass: Entry['class'], { isDefault }: EntryChange): void {
  if (!floor) return;
  if (tokenClass !== 'stable') {
    throw new ApiError('parameter_invalid', {
      param: 'class',
      message: 'The floor must be a stable token: send "class": "stable" with it.',
    });
  }
  if (isDefault === false) {
    throw new ApiError('parameter_invalid', {
      param: 'isDefault',
      message: 'The floor is always accepted by default: leave isDefault out.',
    });
  }
}
