import { tellChange } from './chosen.ts';

const STORED = 'autopay:test-wallet:roles';

/** Who has which account for what: a key of its own for each purpose, so that a later account takes it over. */
type Roles = Record<string, { address: string; words: string } | undefined>;

/** Notes what an account is for, in a few words, so that the wallet can say which is which. A null address: no account is. */
export function noteRole(purpose: string, address: string | null, words: string): void {
  const roles = readRoles();
  if (roles[purpose]?.address === address && roles[purpose].words === words) return;
  if (address === null) delete roles[purpose];
  else roles[purpose] = { address, words };
  try {
    localStorage.setItem(STORED, JSON.stringify(roles));
    tellChange();
  } catch {
    // Storage is not available: the wallet shows the address alone.
  }
}

/** What an account is for, such as `payout wallet of Coffee Club`; empty where that is not known. */
export function roleOf(address: string): string {
  const found = Object.values(readRoles()).filter((role) => role?.address === address);
  return found.map((role) => role!.words).join(', ');
}

function readRoles(): Roles {
  try {
    return (JSON.parse(localStorage.getItem(STORED) ?? '{}') ?? {}) as Roles;
  } catch {
    return {};
  }
}
