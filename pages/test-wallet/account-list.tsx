import { useState } from 'preact/hooks';
import { AccountLine } from './account-line.tsx';
import { addKey, type TestKey } from './key.ts';
import { payeeHere, type ShownToken } from './token.ts';

/** The accounts to choose from, and one more at a click. */
export function AccountList({
  first,
  chosen,
  choose,
  token,
  seen,
}: {
  /** Those that there are when the list opens. */
  first: readonly TestKey[];
  chosen: string;
  /** With the account that is chosen, which may be a new one. */
  choose: (account: TestKey) => void;
  token: ShownToken | null;
  seen: unknown;
}) {
  const [accounts, setAccounts] = useState(first);
  const [said, setSaid] = useState('');
  const payee = payeeHere();
  const add = async () => {
    try {
      const made = await addKey();
      setAccounts([...accounts, made]);
      choose(made);
      setSaid(`${made.name} was made, and is chosen.`);
    } catch {
      setSaid('This browser could not keep a new account. Is its storage blocked?');
    }
  };
  return (
    <fieldset>
      <legend>Your test accounts</legend>
      {accounts.map((account) => (
        <label key={account.address}>
          <input
            type="radio"
            name="account"
            checked={account.address === chosen}
            onChange={() => choose(account)}
          />
          <AccountLine account={account} token={token} seen={seen} payee={payee} />
        </label>
      ))}
      <button type="button" onClick={() => void add()}>
        Make a new account
      </button>
      <p role="status">{said}</p>
    </fieldset>
  );
}
