import { render } from 'preact';
import { adoptStyles } from './styles.ts';
import type { Question } from './question.ts';
import { WalletDialog } from './wallet-dialog.tsx';

/** Resolves when the previous question is answered: a wallet asks one thing at a time. */
let last: Promise<unknown> = Promise.resolve();

/** Shows the wallet's own dialog over the page; resolves with the account's address where the person approved, else with null. */
export function askPerson(question: Question): Promise<string | null> {
  const asked = last.then(() => show(question));
  last = asked;
  return asked;
}

/** In a shadow tree, so that the page's styles and its own do not affect each other. */
function show(question: Question): Promise<string | null> {
  const host = document.createElement('div');
  const root = host.attachShadow({ mode: 'open' });
  adoptStyles(root);
  document.body.append(host);
  return new Promise((resolve) => {
    const answer = (address: string | null) => {
      render(null, root);
      host.remove();
      resolve(address);
    };
    render(<WalletDialog question={question} answer={answer} />, root);
  });
}
