import { shortAddress } from '@autopay/checkout-js/words';
import { useBalance } from './balance.ts';
import { roleOf } from './roles.ts';
import type { ShownToken } from './token.ts';

/** An account as it is told from others: its name, short address, what it is for, and what it holds. */
export function AccountLine({
  account: { name, address },
  token,
  seen,
  payee,
}: {
  account: { name: string; address: string };
  token: ShownToken | null;
  /** Changes when balances may have. */
  seen?: unknown;
  /** Who is paid here, for whom this is no account to pay with; null where nobody is. */
  payee: string | null;
}) {
  const balance = useBalance(address, token, seen);
  const role = roleOf(address);
  return (
    <span class="account">
      <span>
        <strong>{name}</strong>{' '}
        <span class="mono" title={address}>
          {shortAddress(address)}
        </span>
      </span>
      {role && (
        <span class="muted">
          <bdi>{role}</bdi>
        </span>
      )}
      {address === payee && <span class="muted">Is paid here: it cannot pay itself</span>}
      {balance !== null && <span class="muted">Holds {balance}</span>}
    </span>
  );
}
