const STORED = 'autopay:test-wallet:chosen';

/** Told in this tab, to scripts that were bundled apart too; other tabs hear of it by the storage that they share. */
const CHANGE = 'autopay:test-wallet:change';

/** For this tab alone, where storage is blocked. */
let chosenHere: string | null = null;

/** The address of the account that pages are shown; null where none was chosen yet. */
function chosenAddress(): string | null {
  try {
    return localStorage.getItem(STORED) ?? chosenHere;
  } catch {
    return chosenHere;
  }
}

/** From now on pages are shown this account, in every tab. */
export function chooseAddress(address: string): void {
  chosenHere = address;
  try {
    localStorage.setItem(STORED, address);
  } catch {
    // Storage is not available.
  }
  tellChange();
}

/** What pages see of the wallet has changed, in this tab. */
export function tellChange(): void {
  dispatchEvent(new Event(CHANGE));
}

/** Calls `listener` when another account was chosen, here or in another tab. */
export function onChange(listener: () => void): void {
  addEventListener(CHANGE, listener);
  addEventListener('storage', ({ key }) => {
    if (key === STORED) listener();
  });
}

/** The one of `accounts`, which are not empty, at `address`: by default the one that was chosen. The first one where there is none. */
export function chosenOf<T extends { address: string }>(
  accounts: readonly T[],
  address: string | null = chosenAddress(),
): T {
  return accounts.find((account) => account.address === address) ?? accounts[0]!;
}
