import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { AccountLine } from './account-line.tsx';
import { chosenOf, onChange } from './chosen.ts';
import { listKeys, type TestKey } from './key.ts';
import { onSigned } from './signed.ts';
import { adoptStyles } from './styles.ts';
import { shownToken } from './token.ts';
import { isTrusted } from './trust.ts';

/** When what was signed may have reached the chain, after the signature. */
const SETTLES_MS = [1_000, 2_000, 4_000, 8_000, 16_000];

/** Shows, once a page, which test account the page sees, with a button to use another. */
export function showWalletBar(change: () => void): void {
  if (document.querySelector('.test-wallet-bar')) return;
  const host = document.createElement('aside');
  host.className = 'test-wallet-bar';
  host.setAttribute('aria-label', 'Test wallet');
  const root = host.attachShadow({ mode: 'open' });
  adoptStyles(root);
  document.body.append(host);
  render(<WalletBar change={change} />, root);
}

function WalletBar({ change }: { change: () => void }) {
  const [account, setAccount] = useState<TestKey | null>(null);
  const [seen, setSeen] = useState(0);
  useEffect(() => {
    const look = async () => {
      setAccount(isTrusted() ? chosenOf(await listKeys()) : null);
      setSeen((times) => times + 1);
    };
    onChange(() => void look());
    onSigned(() => SETTLES_MS.forEach((ms) => setTimeout(() => void look(), ms)));
    void look();
  }, []);
  if (account === null) return null;
  return (
    <div class="bar">
      <span class="muted">Test wallet</span>
      <AccountLine account={account} token={shownToken()} seen={seen} payee={null} />
      <button type="button" onClick={change}>
        Switch account
      </button>
    </div>
  );
}
